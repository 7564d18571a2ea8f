/**
 * The transcript as it is kept: every entry with its number, a line each, and all of it on demand.
 * A page at a time; what is bookkeeping and has no row is here too.
 */
import { useState } from "preact/hooks";
import type { Entry } from "../../router/change.ts";
import { CopyButton } from "../copy_button.tsx";
import { Icon } from "../icons.tsx";
import { useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { clockTime, fullTime } from "../words.ts";
import { entryGist } from "./entry_gist.ts";

export interface TranscriptPage {
  readonly entries: readonly Entry[];
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

/** Where to go in the transcript. */
export type Place = "first" | "earlier" | "later" | "last";

interface TranscriptViewProps {
  readonly page: TranscriptPage;
  readonly turn: (place: Place) => void;
  readonly goTo: (number: number) => void;
}

/** More of one entry is not shown: it can be copied, and the export has it. */
const LONGEST = 100_000;

export function TranscriptView({ page, turn, goTo }: TranscriptViewProps) {
  const { entries, first, last, total } = page;
  if (total === 0) return <p class="none">Nothing has been written yet.</p>;
  return (
    <div class="transcript-view">
      <Pager page={page} turn={turn} />
      <ol start={first}>
        {entries.map((entry, at) => (
          <Line key={`${first + at} ${entry.id}`} number={first + at} entry={entry} goTo={goTo} />
        ))}
      </ol>
      {last - first > 20 ? <Pager page={page} turn={turn} /> : null}
    </div>
  );
}

function Pager({ page: { first, last, total }, turn }: Omit<TranscriptViewProps, "goTo">) {
  const step = (name: string, place: Place, possible: boolean) => (
    <button
      type="button"
      class="quiet"
      disabled={!possible}
      onClick={() => turn(place)}
    >
      {name}
    </button>
  );
  return (
    <div class="pager" role="group" aria-label="Pages">
      {step("First", "first", first > 1)}
      {step("Earlier", "earlier", first > 1)}
      <span>{first}–{last} of {total}</span>
      {step("Later", "later", last < total)}
      {step("Last", "last", last < total)}
    </div>
  );
}

interface LineProps {
  readonly number: number;
  readonly entry: Entry;
  readonly goTo: (number: number) => void;
}

function Line({ number, entry, goTo }: LineProps) {
  const [open, setOpen] = useState(false);
  const { cwd } = useTools().looks.value;
  return (
    <li class={`entry ${entry.role}`} value={number}>
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" />
        <span class="number">{number}</span>
        <span class="role">{entry.role.replaceAll("_", " ")}</span>
        <span class="gist">{visible(entryGist(entry, cwd))}</span>
      </button>
      {open ? <Whole number={number} entry={entry} goTo={goTo} /> : null}
    </li>
  );
}

function Whole({ number, entry, goTo }: LineProps) {
  const json = JSON.stringify(entry, null, 2);
  const cut = json.length > LONGEST;
  return (
    <div class="whole">
      <p class="tools">
        <time dateTime={entry.ts} title={fullTime(entry.ts)}>{clockTime(entry.ts)}</time>
        <button type="button" class="quiet" onClick={() => goTo(number)}>
          Show in the conversation
        </button>
        <CopyButton text={() => json} what="entry" />
      </p>
      <pre tabIndex={0} role="group" aria-label={`Entry ${number}`}>
        {visible(cut ? json.slice(0, LONGEST) : json)}
      </pre>
      {cut ? <p class="foot">It is longer than what is shown; a copy has all of it.</p> : null}
    </div>
  );
}
