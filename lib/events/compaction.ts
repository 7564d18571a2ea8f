/**
 * Many events made few: grouped by correlation, type and run; the last ones of each group get a line,
 * the ones before are told as a number. What does not fit into the budget stays for the next call.
 * Pure: lines in, a choice out.
 */
import { severityRank } from "./modes.ts";
import { clip, plainLine } from "./plain_text.ts";
import type { ExternalEvent } from "./schema.ts";
import { type Trust, trustInWords } from "./trust.ts";

/** An event that waits for the model. */
export interface WaitingEvent {
  /** Its number in the ledger; later events have larger ones. */
  readonly seq: number;
  readonly event: ExternalEvent;
  readonly trust: Trust;
}

export interface CompactionLimits {
  /** Lines per group. */
  readonly perGroup: number;
  /** Characters of all lines. */
  readonly characters: number;
}

export interface Compacted {
  /** One per event that is told, oldest first. */
  readonly lines: readonly string[];
  /** Those that have a line. */
  readonly told: readonly number[];
  /** Those that a later one of their group stands for. */
  readonly folded: readonly number[];
  /** Those for which there was no room; they wait for the next call. */
  readonly dropped: readonly number[];
}

/** No single event may take the whole budget, or it would wait for ever. */
const LINE_CHARACTERS = 1_800;
const SUMMARY_CHARACTERS = 600;
const MESSAGE_CHARACTERS = 1_500;
const MAX_REFERENCES = 2;

/** Chooses what is told within the limits. `written` gives each line its final form. */
export function compact(
  waiting: readonly WaitingEvent[],
  limits: CompactionLimits,
  written: (line: string) => string = (line) => line,
): Compacted {
  const groups = [...grouped(waiting).values()];
  const candidates = groups.flatMap((group) => {
    const kept = group.slice(-limits.perGroup);
    const earlier = group.slice(0, group.length - kept.length);
    // The number of those before stands on the first line that is kept.
    return kept.map((item, at) => ({ item, folds: at === 0 ? earlier : [] }));
  });
  // The most urgent first, then the latest: these must fit.
  const byUrgency = candidates.toSorted((a, b) =>
    severityRank(b.item.event.severity) - severityRank(a.item.event.severity) ||
    b.item.seq - a.item.seq
  );
  let room = limits.characters;
  const chosen: { seq: number; line: string }[] = [];
  const folded: number[] = [];
  const dropped: number[] = [];
  for (const { item, folds } of byUrgency) {
    const longest = Math.min(LINE_CHARACTERS, limits.characters - 1);
    const line = clip(written(toldLine(item, folds.length)), longest);
    if (line.length + 1 > room) {
      dropped.push(item.seq, ...folds.map(({ seq }) => seq));
      continue;
    }
    room -= line.length + 1;
    chosen.push({ seq: item.seq, line });
    folded.push(...folds.map(({ seq }) => seq));
  }
  chosen.sort((a, b) => a.seq - b.seq);
  return {
    lines: chosen.map(({ line }) => line),
    told: chosen.map(({ seq }) => seq),
    folded: folded.toSorted((a, b) => a - b),
    dropped: dropped.toSorted((a, b) => a - b),
  };
}

/** One line that tells an event. */
export function toldLine({ event, trust }: Omit<WaitingEvent, "seq">, earlier = 0): string {
  const { source, routing, time_unix_ms } = event;
  return [
    `[${event.severity}] ${event.type} ${event.event_id}`,
    `from ${source.name} (${trustInWords(trust)})`,
    new Date(time_unix_ms).toISOString(),
    body(event),
    ...(source.run_id === undefined ? [] : [`run ${source.run_id}`]),
    ...(routing.correlation_id === undefined ? [] : [`correlation ${routing.correlation_id}`]),
    ...(earlier === 0 ? [] : [`and ${earlier} earlier of this kind`]),
    ...references(event),
  ].join(" | ");
}

function body({ title, summary }: ExternalEvent): string {
  const text = plainLine(summary);
  return text === "" ? title : `${title}: ${clip(text, SUMMARY_CHARACTERS)}`;
}

/** Where more is to be found, and what an agent wrote to this one. */
function references(event: ExternalEvent): string[] {
  const places = (event.artifacts ?? []).slice(0, MAX_REFERENCES).map(({ kind, ref }) =>
    `${kind} at ${ref.type === "url" ? ref.url : ref.path}`
  );
  return [...places, ...agentMessage(event)];
}

function agentMessage({ type, payload }: ExternalEvent): string[] {
  if (type !== "agent.message" || typeof payload !== "object" || payload === null) return [];
  const { text } = payload as { text?: unknown };
  return typeof text === "string" && text.trim() !== ""
    ? [`message: ${clip(plainLine(text), MESSAGE_CHARACTERS)}`]
    : [];
}

function grouped(waiting: readonly WaitingEvent[]): Map<string, WaitingEvent[]> {
  const groups = new Map<string, WaitingEvent[]>();
  for (const item of waiting) {
    const key = groupOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Messages between agents are each their own: a later one does not stand for an earlier. */
function groupOf({ seq, event: { type, source, routing } }: WaitingEvent): string {
  return type === "agent.message"
    ? `#${seq}`
    : JSON.stringify([routing.correlation_id, type, source.run_id, source.name]);
}
