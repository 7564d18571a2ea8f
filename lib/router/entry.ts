/**
 * Entries: what is kept for ever in the transcript, one JSON line each. Roles and the fields `id`,
 * `ts`, `text` are a contract with scripts. An entry with an id that was used before replaces the
 * former one: a command that completes after its turn, a file that is edited again.
 */
import type { ApprovalStatus, ApprovalSubject } from "./approval.ts";

/** What all entries have. */
export interface EntryOf<Role extends string> {
  /** Names its row; unique in its conversation. */
  readonly id: string;
  /** ISO time: when it began. */
  readonly ts: string;
  readonly role: Role;
  readonly turn_id?: string;
  /**
   * Where its row stands among the others: grows with the time of the beginning, while entries are
   * written at their end. One without it stands at its `ts`; see place.ts.
   */
  readonly place?: number;
}

/** Something that came with a message beside its text. */
export interface Attachment {
  readonly kind: "image" | "audio" | "mention" | "skill";
  readonly name: string;
  readonly path?: string;
  /** An address; a data: one only if it is small. */
  readonly url?: string;
}
export interface UserEntry extends EntryOf<"user"> {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}
export interface AssistantEntry extends EntryOf<"assistant"> {
  readonly text: string;
  /** The message was cut by an interrupt, a steer or a lost connection. */
  readonly cut?: true;
  /** Said on the way, not as the answer. */
  readonly commentary?: true;
  /** Questions that the person may answer with the next message. */
  readonly questions?: readonly { readonly title: string; readonly options: readonly string[] }[];
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
  /** What the agent typed into it. */
  readonly stdin?: string;
  /** The output was longer than what is kept. */
  readonly truncated?: true;
}
/** A command that the person ran; its output is a row of its own, right behind. */
export interface ShellInputEntry extends EntryOf<"shell_input"> {
  readonly command: string;
  readonly cwd: string;
}
export interface ShellOutputEntry extends EntryOf<"shell_output"> {
  readonly command: string;
  readonly cwd: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  readonly status: CommandStatus;
  readonly truncated?: true;
}
export type FileChangeKind = "add" | "delete" | "update" | "rename" | "copy" | "mode" | "reverted";
/** What a turn did to one file, as a whole: the row moves to the latest edit. */
export interface DiffEntry extends EntryOf<"diff"> {
  /** `thread:turn:hash` over headers and body. */
  readonly diff_id: string;
  readonly path: string;
  /** Before a rename or a copy. */
  readonly old_path?: string;
  /** `reverted`: the turn undid its own change, and `diff` is empty. */
  readonly change: FileChangeKind;
  readonly binary?: true;
  readonly added: number;
  readonly removed: number;
  readonly diff: string;
  readonly truncated?: true;
}
export interface PlanStep {
  readonly step: string;
  readonly status: "pending" | "in_progress" | "completed";
}
/** The check list of a turn, or, with `text`, a plan that plan mode proposes. */
export interface PlanEntry extends EntryOf<"plan"> {
  readonly steps: readonly PlanStep[];
  readonly explanation?: string;
  readonly text?: string;
  readonly cut?: true;
}
export interface ApprovalEntry extends EntryOf<"approval"> {
  readonly status: ApprovalStatus;
  readonly subject: ApprovalSubject;
  readonly reason?: string;
  /** ISO time; `ts` is when it was asked. */
  readonly decided_at: string;
  /** The decision's id, and what the person gave with it, in words. */
  readonly decision?: string;
  readonly answer?: string;
}
export interface ErrorEntry extends EntryOf<"error"> {
  readonly text: string;
  readonly details?: string;
  /** The app-server's own name of the error, such as `usageLimitExceeded`. */
  readonly code?: string;
}
export type TurnStatus = "completed" | "interrupted" | "failed";
/** How a turn ended. */
export interface StatusEntry extends EntryOf<"status"> {
  readonly status: TurnStatus;
  readonly duration_ms: number | null;
}
/** Tokens of one kind each; `input` contains `cached`, `output` contains `reasoning`. */
export interface TokenCounts {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}
/** Tokens of the whole thread, and of the model's last step: what its context holds. */
export interface TokenUsage {
  readonly total_tokens: number;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_output_tokens: number;
  readonly last_tokens: number;
  readonly last: TokenCounts;
  readonly context_window: number | null;
}
export interface TokenUsageEntry extends EntryOf<"token_usage">, TokenUsage {}

export type NoticeKind =
  | "tool"
  | "web_search"
  | "image"
  | "agent"
  | "review"
  | "compaction"
  | "file_change"
  | "hook"
  | "auto_review"
  | "model"
  | "mcp_server"
  | "wait"
  | "history"
  | "warning";
/** What a notice says; the same while it runs and when it is kept. */
export interface NoticeBody {
  readonly kind: NoticeKind;
  /** One line. */
  readonly text: string;
  /** What went in and what came out, such as a tool's arguments and result; bounded. */
  readonly input?: string;
  readonly output?: string;
  readonly url?: string;
  readonly path?: string;
}
/** Something worth a line that is nobody's message: a tool call, a compaction, a web search. */
export interface NoticeEntry extends EntryOf<"notice">, NoticeBody {
  readonly status?: CommandStatus;
  readonly duration_ms?: number;
}

/** An event from outside; the same row again with each new state. */
export interface ExternalEventEntry extends EntryOf<"external_event"> {
  readonly event_id: string;
  readonly thread_id: string;
  /** Its number in the thread's ledger. */
  readonly seq: number;
  readonly severity: "debug" | "info" | "warning" | "error" | "critical";
  /** The event's own type, such as `build.failed`. */
  readonly event_type: string;
  readonly title: string;
  /** The summary, bounded. */
  readonly text: string;
  readonly source: string;
  /** How far it can be trusted, in words. */
  readonly trust: string;
  readonly state: string;
  readonly mode: string;
  readonly reason: string | null;
  /** Of the request that brought it, where it came by one. */
  readonly request_id?: string;
  readonly actions?: readonly {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
}

export type Entry =
  | UserEntry
  | AssistantEntry
  | ReasoningEntry
  | CommandEntry
  | ShellInputEntry
  | ShellOutputEntry
  | DiffEntry
  | PlanEntry
  | ApprovalEntry
  | ErrorEntry
  | StatusEntry
  | TokenUsageEntry
  | NoticeEntry
  | ExternalEventEntry;
