/** What the Changes panel shows: pages of changed files as far as one has read, and their diffs. */
import { type Signal, signal } from "@preact/signals";
import type { ChangedFile, ChangedFiles } from "../../transcript/outline/changed_files.ts";
import type { Wanted } from "../../view/panels/changes_view.tsx";
import type { EntryPage } from "../history.ts";
import { Reading } from "./reading.ts";

/** Where it is read from. */
export interface ChangesReader {
  changes(query: { before?: number; limit: number }): Promise<ChangedFiles>;
  range(query: { after: number; limit: number }): Promise<EntryPage>;
}

const PAGE = 50;
const LARGEST_PAGE = 200;
const MOST_DIFFS = 60;

export class ChangesModel {
  readonly files: Reading<ChangedFiles>;
  readonly diffs: Signal<ReadonlyMap<number, Wanted>> = signal(new Map());
  readonly #reader: ChangesReader;

  constructor(reader: ChangesReader) {
    this.#reader = reader;
    this.files = new Reading((before) => this.#refresh(before));
  }

  /** Reads the next page of files behind those that are shown. */
  async loadMore(): Promise<void> {
    const shown = this.files.value.peek();
    const last = shown?.files.at(-1);
    if (shown === null || last === undefined) return;
    try {
      const next = await this.#reader.changes({ before: lastEdit(last), limit: PAGE });
      const now = this.files.value.peek() ?? shown;
      this.files.value.value = { ...now, files: joined(now.files, next.files), more: next.more };
    } catch (error) {
      this.files.problem.value = error instanceof Error ? error.message : "failed";
    }
  }

  /** Reads the diff with that number. */
  async need(number: number): Promise<void> {
    this.#put(number, { state: "loading" });
    try {
      const { entries: [entry] } = await this.#reader.range({ after: number - 1, limit: 1 });
      if (entry?.role !== "diff") throw new Error("it is no diff");
      this.#put(number, { state: "there", diff: entry.diff });
    } catch {
      this.#put(number, { state: "failed" });
    }
  }

  /** The files that are on the screen, as they are now. */
  async #refresh(before: ChangedFiles | null): Promise<ChangedFiles> {
    const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, before?.files.length ?? 0));
    const now = await this.#reader.changes({ limit });
    this.#forgetReplaced(before, now);
    if (before === null || !now.more || before.files.length <= now.files.length) return now;
    return { ...now, files: joined(now.files, before.files), more: before.more };
  }

  /** A file that is changed again in its turn keeps its number: its diff is another one. */
  #forgetReplaced(before: ChangedFiles | null, now: ChangedFiles): void {
    const known = editsOf(before);
    const diffs = new Map(this.diffs.peek());
    for (const [number, text] of editsOf(now)) {
      if (known.has(number) && known.get(number) !== text) diffs.delete(number);
    }
    this.diffs.value = diffs;
  }

  #put(number: number, wanted: Wanted): void {
    const diffs = new Map(this.diffs.peek());
    diffs.delete(number);
    diffs.set(number, wanted);
    for (const oldest of diffs.keys()) {
      if (diffs.size <= MOST_DIFFS) break;
      diffs.delete(oldest);
    }
    this.diffs.value = diffs;
  }
}

function editsOf(page: ChangedFiles | null): Map<number, string> {
  const edits = (page?.files ?? []).flatMap(({ edits }) => edits);
  return new Map(edits.map((edit) => [edit.number, JSON.stringify(edit)]));
}

function lastEdit({ edits }: ChangedFile): number {
  return edits[0]?.number ?? 0;
}

/** Files that stand in both are where the first list has them. */
function joined(first: readonly ChangedFile[], second: readonly ChangedFile[]): ChangedFile[] {
  const paths = new Set(first.map(({ path }) => path));
  return [...first, ...second.filter(({ path }) => !paths.has(path))];
}
