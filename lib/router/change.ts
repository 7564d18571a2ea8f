/**
 * The vocabulary that the router speaks to store and hub: changes of one thread, in the words of
 * the page's event stream. A change that is to be kept carries its entry, so that a row made from
 * the live stream and one made from the transcript come from the same data.
 */
import type { PendingApproval } from "./approval.ts";
import type {
  ApprovalEntry,
  AssistantEntry,
  CommandEntry,
  DiffEntry,
  Entry,
  ErrorEntry,
  ExternalEventEntry,
  NoticeBody,
  NoticeEntry,
  PlanEntry,
  PlanStep,
  ReasoningEntry,
  ShellInputEntry,
  ShellOutputEntry,
  StatusEntry,
  TokenUsage,
  TokenUsageEntry,
  UserEntry,
} from "./entry.ts";

export type * from "./approval.ts";
export type * from "./entry.ts";

/** Where and when something began that has not come to its end. */
export interface Began {
  readonly id: string;
  readonly ts: string;
  readonly place: number;
}
/** Something that has not come to its end, as far as it is known. */
export type Running =
  & Began
  & (
    | { readonly role: "assistant" | "reasoning"; readonly text: string }
    | {
      readonly role: "command";
      readonly command: string;
      readonly cwd: string;
      readonly output: string;
    }
    | {
      readonly role: "shell_output";
      readonly command: string;
      readonly cwd: string;
      readonly stdout: string;
    }
    | {
      readonly role: "plan";
      readonly steps: readonly PlanStep[];
      readonly explanation?: string;
      readonly text?: string;
    }
    | ({ readonly role: "notice" } & NoticeBody)
  );

/** More text for a row; the first piece of it tells where the row stands. */
export interface Delta {
  readonly id: string;
  readonly delta: string;
  readonly ts?: string;
  readonly place?: number;
}

/** How much of a limit is used up, and when it starts anew. */
export interface RateLimitWindow {
  readonly used_percent: number;
  readonly window_minutes: number | null;
  /** ISO time. */
  readonly resets_at: string | null;
}
/** What the account may still use, merged from all that was told. */
export interface RateLimits {
  readonly primary: RateLimitWindow | null;
  readonly secondary: RateLimitWindow | null;
  readonly plan: string | null;
  readonly credits: string | null;
  /** Why no more is given, where a limit was reached. */
  readonly reached: string | null;
}

/** A change of one thread. Those without a thread (`rate_limits`, some warnings) concern all. */
export type Change =
  | { readonly type: "message"; readonly entry: UserEntry }
  | ({ readonly type: "assistant_delta" } & Delta)
  | { readonly type: "assistant_finalize"; readonly entry: AssistantEntry }
  | ({ readonly type: "reasoning_delta" } & Delta)
  | { readonly type: "reasoning_finalize"; readonly entry: ReasoningEntry }
  | (
    & { readonly type: "command_begin"; readonly command: string; readonly cwd: string }
    & Began
  )
  | ({ readonly type: "command_delta" } & Delta)
  | { readonly type: "command_end"; readonly entry: CommandEntry }
  /** `id` and `place` are of the output that follows; the entry is the command itself. */
  | (
    & {
      readonly type: "shell_begin";
      readonly command: string;
      readonly cwd: string;
      readonly entry: ShellInputEntry;
    }
    & Began
  )
  | ({ readonly type: "shell_delta" } & Delta)
  | { readonly type: "shell_end"; readonly entry: ShellOutputEntry }
  | { readonly type: "diff"; readonly entry: DiffEntry }
  /** A plan is shown as it changes, by its steps or piece by piece, and kept once. */
  | (
    & { readonly type: "plan"; readonly steps: readonly PlanStep[]; readonly explanation?: string }
    & Began
  )
  | ({ readonly type: "plan" } & Delta)
  | { readonly type: "plan"; readonly entry: PlanEntry }
  /** A tool call, a web search and the like: while it runs, and as it is kept. */
  | ({ readonly type: "notice" } & Began & NoticeBody)
  | { readonly type: "notice"; readonly entry: NoticeEntry }
  | { readonly type: "approval"; readonly approval: PendingApproval }
  | { readonly type: "approval_resolved"; readonly id: string; readonly entry: ApprovalEntry }
  /** After each step of the model; kept at the turn's end. */
  | { readonly type: "token_count"; readonly usage: TokenUsage; readonly entry?: TokenUsageEntry }
  | { readonly type: "rate_limits"; readonly limits: RateLimits }
  | { readonly type: "activity"; readonly text: string | null; readonly turn_id: string | null }
  | { readonly type: "external_event"; readonly entry: ExternalEventEntry }
  | { readonly type: "status"; readonly entry: StatusEntry }
  | { readonly type: "error"; readonly entry: ErrorEntry }
  /** With an entry it is a row of its conversation; without, a passing word to the person. */
  | { readonly type: "warning"; readonly text: string; readonly entry?: NoticeEntry };

/** The entry that a change asks to be kept, if any. */
export function entryOf(change: Change): Entry | null {
  return "entry" in change ? change.entry ?? null : null;
}
