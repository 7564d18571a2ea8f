/**
 * The vocabulary that the router speaks: entries, which are kept for ever in the transcript, and
 * changes, which the hub sends to pages. A change that is to be kept carries its entry, so that a
 * row made from the live stream and one made from the transcript come from the same data.
 */

interface EntryOf<Role extends string> {
  /** Unique in its conversation. */
  readonly id: string;
  /** ISO time. */
  readonly ts: string;
  readonly role: Role;
  readonly turn_id?: string;
}

export interface UserEntry extends EntryOf<"user"> {
  readonly text: string;
}
export interface AssistantEntry extends EntryOf<"assistant"> {
  readonly text: string;
  /** The message was cut by an interrupt, a steer or a lost connection. */
  readonly cut?: true;
}
export interface ReasoningEntry extends EntryOf<"reasoning"> {
  readonly text: string;
  readonly cut?: true;
}
export type CommandStatus = "completed" | "failed" | "declined" | "interrupted";
export interface CommandEntry extends EntryOf<"command"> {
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  readonly status: CommandStatus;
}
export interface DiffEntry extends EntryOf<"diff"> {
  readonly path: string;
  readonly diff: string;
}
export interface PlanStep {
  readonly step: string;
  readonly status: "pending" | "in_progress" | "completed";
}
export interface PlanEntry extends EntryOf<"plan"> {
  readonly steps: readonly PlanStep[];
}
export type ApprovalStatus =
  | "accepted"
  | "accepted_for_session"
  | "declined"
  | "cancelled"
  | "lost";
export interface ApprovalEntry extends EntryOf<"approval"> {
  readonly status: ApprovalStatus;
  readonly subject: ApprovalSubject;
}
export interface ErrorEntry extends EntryOf<"error"> {
  readonly text: string;
}
export type TurnStatus = "completed" | "interrupted" | "failed";
/** How a turn ended. */
export interface StatusEntry extends EntryOf<"status"> {
  readonly status: TurnStatus;
  readonly duration_ms: number | null;
}
export interface TokenUsageEntry extends EntryOf<"token_usage"> {
  readonly total_tokens: number;
  readonly last_tokens: number;
  readonly context_window: number | null;
}
/** Something worth a line that is nobody's message: a tool call, a compaction, a web search. */
export interface NoticeEntry extends EntryOf<"notice"> {
  readonly text: string;
}

export type Entry =
  | UserEntry
  | AssistantEntry
  | ReasoningEntry
  | CommandEntry
  | DiffEntry
  | PlanEntry
  | ApprovalEntry
  | ErrorEntry
  | StatusEntry
  | TokenUsageEntry
  | NoticeEntry;

/** What an approval is about. */
export type ApprovalSubject =
  | { readonly kind: "command"; readonly command: string; readonly cwd: string }
  | {
    readonly kind: "file_change";
    readonly files: readonly { readonly path: string; readonly diff: string }[];
  };

/** An approval that waits for a person. */
export interface PendingApproval {
  readonly id: string;
  readonly ts: string;
  readonly turn_id: string;
  readonly reason: string | null;
  readonly subject: ApprovalSubject;
}

/** A change of one thread, in the words of the page's event stream. */
export type Change =
  | { readonly type: "message"; readonly entry: UserEntry }
  | {
    readonly type: "assistant_delta";
    readonly id: string;
    readonly ts: string;
    readonly delta: string;
  }
  | { readonly type: "assistant_finalize"; readonly entry: AssistantEntry }
  | {
    readonly type: "reasoning_delta";
    readonly id: string;
    readonly ts: string;
    readonly delta: string;
  }
  | { readonly type: "reasoning_finalize"; readonly entry: ReasoningEntry }
  | {
    readonly type: "command_begin";
    readonly id: string;
    readonly ts: string;
    readonly command: string;
    readonly cwd: string;
  }
  | {
    readonly type: "command_delta";
    readonly id: string;
    readonly ts: string;
    readonly delta: string;
  }
  | { readonly type: "command_end"; readonly entry: CommandEntry }
  | { readonly type: "diff"; readonly entry: DiffEntry }
  /** Shown while the turn runs; the one with an entry, at its end, is kept. */
  | {
    readonly type: "plan";
    readonly id: string;
    readonly ts: string;
    readonly steps: readonly PlanStep[];
  }
  | { readonly type: "plan_finalize"; readonly entry: PlanEntry }
  | { readonly type: "approval"; readonly approval: PendingApproval }
  | {
    readonly type: "approval_resolved";
    readonly id: string;
    readonly entry: ApprovalEntry | null;
  }
  | { readonly type: "token_count"; readonly entry: TokenUsageEntry }
  | { readonly type: "activity"; readonly text: string | null; readonly turn_id: string | null }
  | { readonly type: "status"; readonly entry: StatusEntry }
  | { readonly type: "notice"; readonly entry: NoticeEntry }
  | { readonly type: "error"; readonly entry: ErrorEntry }
  | { readonly type: "warning"; readonly text: string };

/** The entry that a change asks to be kept, if any. */
export function entryOf(change: Change): Entry | null {
  return "entry" in change ? change.entry : null;
}
