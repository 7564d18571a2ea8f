/**
 * A conversation as a document to keep or to pass on: Markdown for people, JSON for programs.
 * Streamed in pages, so that a long one costs no more memory than a short one.
 */
import type { Entry } from "../router/change.ts";
import { entryMarkdown, headMarkdown } from "./markdown.ts";
import type { Meta } from "./meta.ts";
import type { Range, RangeQuery } from "./range.ts";

export type ExportFormat = "md" | "json";
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
};

/** Where entries come from; a transcript is one. */
export interface EntrySource {
  range(query: RangeQuery): Promise<Range>;
}

const PAGE = 200;

/** The document as a stream of bytes. */
export function exportConversation(
  meta: Meta,
  source: () => EntrySource,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  const parts = format === "md" ? markdownParts(meta, source) : jsonParts(meta, source);
  return ReadableStream.from(parts).pipeThrough(new TextEncoderStream());
}

/** A name for the file, from the title: safe on every system. */
export function exportName({ label, conversation_id }: Meta, format: ExportFormat): string {
  const plain = label.normalize("NFKC").replace(/[^\p{L}\p{N}._ -]+/gu, " ")
    .replace(/\s+/g, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 60);
  return `${plain || `conversation-${conversation_id.slice(0, 8)}`}.${format}`;
}

/** The header that makes a browser keep the answer as a file of that name. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

async function* markdownParts(meta: Meta, source: () => EntrySource): AsyncGenerator<string> {
  yield headMarkdown(meta);
  for await (const entry of entriesOf(source)) {
    const text = entryMarkdown(entry);
    if (text !== "") yield `\n${text}\n`;
  }
}

async function* jsonParts(meta: Meta, source: () => EntrySource): AsyncGenerator<string> {
  yield `{"conversation":${JSON.stringify(meta)},"entries":[`;
  let first = true;
  for await (const entry of entriesOf(source)) {
    yield `${first ? "" : ","}\n${JSON.stringify(entry)}`;
    first = false;
  }
  yield "\n]}\n";
}

async function* entriesOf(source: () => EntrySource): AsyncGenerator<Entry> {
  for (let after = 0;;) {
    const { entries, last } = await source().range({ after, limit: PAGE });
    if (entries.length === 0) return;
    yield* entries;
    after = last;
  }
}
