/** What was found in the words of conversations, each with a bit of what is around it. */
import type { ComponentChildren } from "preact";
import { ago } from "./list_items.ts";

interface Hit {
  readonly conversation_id: string;
  readonly label: string;
  readonly entry: number;
  readonly role: string;
  readonly ts: string;
  readonly snippet: string;
  readonly marks: readonly (readonly [number, number])[];
}

interface SearchHitsProps {
  readonly hits: readonly Hit[];
  readonly indexing: boolean;
  readonly nowMs: number;
  readonly open: (id: string, entry: number) => void;
}

export function SearchHits({ hits, indexing, nowMs, open }: SearchHitsProps) {
  return (
    <section class="hits" aria-label="In messages">
      <h2>In messages</h2>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.conversation_id}:${hit.entry}`}>
            <a
              href={`/c/${hit.conversation_id}#e${hit.entry}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                open(hit.conversation_id, hit.entry);
              }}
            >
              <span class="from">
                <span class="name">{hit.label || "Untitled"}</span>
                <span class="mark">{ago(hit.ts, nowMs)}</span>
              </span>
              <span class="snippet">{marked(hit)}</span>
            </a>
          </li>
        ))}
      </ul>
      {hits.length === 0 ? <p class="none">Nothing found.</p> : null}
      {indexing ? <p class="none">Not everything is searched yet.</p> : null}
    </section>
  );
}

/** So many letters are shown before the first mark. */
const BEFORE = 40;

/** Where to begin so that the first mark is in sight, at a word if there is one. */
function beginning(snippet: string, first: number): number {
  if (first <= BEFORE) return 0;
  const space = snippet.indexOf(" ", first - BEFORE);
  return space === -1 || space >= first ? first - BEFORE : space + 1;
}

/** The snippet with the found words marked. Marks come in order and do not overlap. */
function marked({ snippet, marks }: Hit) {
  let at = beginning(snippet, marks[0]?.[0] ?? 0);
  const parts: ComponentChildren[] = at === 0 ? [] : ["… "];
  for (const [from, to] of marks) {
    if (from < at || to > snippet.length) continue;
    parts.push(snippet.slice(at, from), <mark key={from}>{snippet.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, snippet.slice(at)];
}
