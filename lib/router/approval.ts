/**
 * Approvals in the words of the page: what is asked, and what a person can decide. The wire's own
 * shapes of requests and answers are the business of approvals.ts and decisions.ts.
 */

/** A button of an approval. `id` is the protocol's own name where it has one. */
export interface DecisionOption {
  readonly id: string;
  readonly label: string;
  readonly tone: "primary" | "normal" | "danger";
  /** What it means beyond its label, such as the rule that it adds. */
  readonly hint?: string;
  /** The server understands it but did not propose it: show it with less weight. */
  readonly proposed?: false;
}

export type ApprovalStatus =
  | "accepted"
  | "accepted_for_session"
  | "accepted_with_rule"
  | "answered"
  | "declined"
  | "cancelled"
  /** The server needs no answer any more: decided elsewhere, or overtaken by an interrupt. */
  | "withdrawn"
  /** Its turn or the app-server ended before anybody decided. */
  | "lost";

/** One file of a change that waits for a decision. */
export interface ProposedFile {
  readonly path: string;
  readonly change: "add" | "delete" | "update";
  readonly moved_to?: string;
  /** The whole content for add and delete, hunks for update. */
  readonly diff: string;
}

/** One field of a form that an MCP server wants filled. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly type: "text" | "number" | "integer" | "boolean" | "choice" | "choices";
  readonly format?: string;
  readonly required: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly initial?: string | number | boolean | readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** A question that the agent's tool asks the person. */
export interface Question {
  readonly id: string;
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  /** Another answer than the options may be typed; always so where there are none. */
  readonly free_text: boolean;
  /** The answer is to be hidden while it is typed, and is never recorded. */
  readonly secret: boolean;
}

/** What an approval is about. */
export type ApprovalSubject =
  | {
    readonly kind: "command";
    readonly command: string;
    readonly cwd: string;
    /** The command wants to reach this host. */
    readonly network?: { readonly host: string; readonly protocol: string };
    /** What it may do beyond the sandbox, a line each. */
    readonly permissions?: readonly string[];
    /** It is text for a command that runs already. */
    readonly stdin?: true;
  }
  | {
    readonly kind: "file_change";
    readonly files: readonly ProposedFile[];
    /** Accepting also allows writes under this folder. */
    readonly grant_root?: string;
  }
  | { readonly kind: "permissions"; readonly cwd: string; readonly permissions: readonly string[] }
  | {
    readonly kind: "elicitation";
    readonly server: string;
    readonly mode: "form" | "url" | "verification";
    readonly message: string;
    readonly fields: readonly FormField[];
    readonly url?: string;
    /** The tool call that is to be allowed, where that is the question. */
    readonly tool?: {
      readonly name: string;
      readonly description?: string;
      readonly input?: string;
    };
  }
  | { readonly kind: "user_input"; readonly questions: readonly Question[] };

/** An approval that waits for a person. */
export interface PendingApproval {
  readonly id: string;
  readonly ts: string;
  readonly place: number;
  readonly turn_id: string;
  readonly reason: string | null;
  readonly subject: ApprovalSubject;
  readonly decisions: readonly DecisionOption[];
}
