/**
 * What a scenario is (data: a name, words that call it, steps) and which one a person's words
 * call. Pure: no I/O, no clock; it does not know how a step is played.
 */

/** One thing the agent does. Steps are data; `steps.ts` plays them. */
export type Step =
  | { do: "say"; text: string; wordMs?: number; dropped?: boolean }
  | { do: "reason"; parts: string[]; raw?: string }
  | { do: "plan"; explanation?: string; steps: string[]; done: number }
  | CommandStep
  | EditStep
  | ToolStep
  | QuestionStep
  | { do: "retry"; message: string; details: string }
  | { do: "fail"; message: string; info: string }
  | { do: "compact" }
  | { do: "pause"; ms: number };

/** A pretended command; with `ask` it waits for an approval first. */
export interface CommandStep extends Asking {
  do: "command";
  command: string;
  output?: { afterMs: number; text: string }[];
  exitCode?: number;
  /** What the command does, in the app-server's words; `unknown` when left out. */
  actions?: Record<string, unknown>[];
}

/** A pretended patch. `diff` is the content for add and delete, hunks for update. */
export interface EditStep extends Asking {
  do: "edit";
  changes: { path: string; kind: "add" | "update" | "delete"; diff: string }[];
}

/** A call of an MCP tool. */
export interface ToolStep extends Asking {
  do: "tool";
  server: string;
  tool: string;
  description: string;
  arguments: Record<string, unknown>;
  result: string;
  ms?: number;
}

/** A question to the person with some answers to choose from. */
export interface QuestionStep {
  do: "question";
  header: string;
  question: string;
  options: { label: string; description: string }[];
  /** What the agent says then; `{answer}` is the answer. */
  reply: string;
}

/** What may follow a decision. Without an entry for it, the scenario just goes on. */
export interface Asking {
  /** Why it asks; an empty string asks without a reason. Left out, it does not ask. */
  ask?: string;
  on?: Partial<Record<Outcome, Step[]>>;
}

/** How an approval ended; `unasked`: policy or an earlier "for the session" made it needless. */
export type Outcome = "accepted" | "declined" | "failed" | "unasked";

/** A scenario file. */
export interface Scenario {
  name: string;
  /** One line for the list that "help" shows; without it the scenario is not listed. */
  summary?: string;
  /** Words that call it, besides its name. */
  words?: string[];
  steps: Step[];
}

/** Makes a scenario of a file's content: texts may be given as lists of lines there. */
export function scenarioFrom(file: unknown): Scenario {
  return JSON.parse(JSON.stringify(file), (key, value) => {
    return LINED.has(key) && Array.isArray(value) ? value.join("\n") : value;
  });
}

const LINED = new Set(["text", "diff"]);

/** Longer texts are somebody's real task: a keyword in them says little. */
const KEYWORD_MAX_WORDS = 8;

/** A context envelope in front of the person's words begins and ends with these. */
const ENVELOPE_START = "\u001e";
const ENVELOPE_END = "\u001f";

/** Finds the scenario that `text` calls: by its whole, then by a word in it, else `fallback`. */
export function pickScenario(
  scenarios: readonly Scenario[],
  text: string,
  fallback: string,
): Scenario {
  const said = wordsOf(text);
  const whole = said.join(" ");
  const called = scenarios.find((one) => callsOf(one).includes(whole)) ??
    (said.length > KEYWORD_MAX_WORDS
      ? undefined
      : scenarios.find((one) => callsOf(one).some((call) => ` ${whole} `.includes(` ${call} `))));
  const found = called ?? scenarios.find((one) => one.name === fallback);
  if (!found) throw new Error(`no scenario is called: ${fallback}`);
  return found;
}

/** Fills `{text}` with the person's words and `{scenarios}` with the list of what can be typed. */
export function fillIn(template: string, said: string, scenarios: readonly Scenario[]): string {
  const values: Record<string, string> = {
    "{text}": quotable(said),
    "{scenarios}": scenarios.filter((one) => one.summary)
      .map((one) => `- \`${one.name}\` — ${one.summary}`).join("\n"),
  };
  return template.replace(/\{(text|scenarios)\}/g, (slot) => values[slot] ?? slot);
}

/** The person's words without envelopes, on one line and short enough to be quoted. */
function quotable(text: string): string {
  const line = withoutEnvelopes(text).replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function callsOf(scenario: Scenario): string[] {
  return [scenario.name, ...scenario.words ?? []];
}

function wordsOf(text: string): string[] {
  return withoutEnvelopes(text).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Envelopes are for a model; the person's words come after them. */
function withoutEnvelopes(text: string): string {
  if (!text.startsWith(ENVELOPE_START)) return text;
  const end = text.indexOf(ENVELOPE_END);
  return end === -1 ? text : withoutEnvelopes(text.slice(end + 1));
}
