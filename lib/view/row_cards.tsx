/**
 * One card per kind of row. Pure components: what to do on a click is passed in. All text from
 * outside is text, never markup.
 */
import type { ApprovalStatus, ApprovalSubject, PlanStep } from "../router/change.ts";
import { bareCommand } from "./command_line.ts";
import { DiffLines } from "./diff_lines.tsx";
import type { Row } from "./rows.ts";
import { duration } from "./words.ts";

/** One of the ids of the approval's own `decisions`. */
export type Decision = string;
export type Decide = (approvalId: string, decision: Decision) => void;

/** The card of a row. */
export function RowCard({ row, decide }: { row: Row; decide: Decide }) {
  switch (row.role) {
    case "user":
      return (
        <article class="row user" data-id={row.id}>
          <div class="text">{row.text}</div>
        </article>
      );
    case "assistant":
      return (
        <article class="row assistant" data-id={row.id} data-running={row.running}>
          <div class="text">{row.text}</div>
          {"cut" in row && row.cut ? <p class="foot">cut off here</p> : null}
        </article>
      );
    case "reasoning":
      return (
        <details class="row reasoning" data-id={row.id} open={row.running === true}>
          <summary>{row.running ? "Thinking…" : "Thought"}</summary>
          <div class="text">{plain(row.text)}</div>
        </details>
      );
    case "command":
      return <CommandCard row={row} />;
    case "diff":
      return (
        <article class="row diff" data-id={row.id}>
          <header>
            <code>{row.path}</code>
          </header>
          <DiffLines diff={row.diff} />
        </article>
      );
    case "plan":
      return <PlanCard id={row.id} steps={row.steps} />;
    case "approval":
      return row.running
        ? <PendingCard row={row} decide={decide} />
        : (
          <article class={`row decided ${row.status}`} data-id={row.id}>
            {DECIDED[row.status]}: <code>{subjectLine(row.subject)}</code>
          </article>
        );
    case "error":
      return <article class="row error" role="alert" data-id={row.id}>{row.text}</article>;
    case "shell_input":
      return (
        <article class="row command" data-id={row.id}>
          <header>
            <code>
              <span class="prompt" aria-hidden="true">!</span> {bareCommand(row.command)}
            </code>
          </header>
        </article>
      );
    case "shell_output":
      return (
        <article class="row command" data-id={row.id}>
          <pre class="output">{row.stdout}</pre>
        </article>
      );
    case "notice":
      return <article class="row notice" data-id={row.id}>{row.text}</article>;
    case "status":
      return row.status === "interrupted"
        ? <article class="row notice" data-id={row.id}>Interrupted</article>
        : null;
  }
}

function CommandCard({ row }: { row: Extract<Row, { role: "command" }> }) {
  return (
    <article class={`row command ${row.running ? "running" : row.status}`} data-id={row.id}>
      <header>
        <code>
          <span class="prompt" aria-hidden="true">$</span> {bareCommand(row.command)}
        </code>
        <span class="state">{row.running ? "running" : commandState(row)}</span>
      </header>
      {row.output === "" ? null : <pre class="output">{row.output}</pre>}
    </article>
  );
}

function commandState(row: Extract<Row, { role: "command"; running?: never }>): string {
  const took = row.duration_ms === null ? "" : ` · ${duration(row.duration_ms)}`;
  if (row.status === "declined") return "declined";
  if (row.status === "interrupted") return `interrupted${took}`;
  if (row.exit_code === null) return `${row.status}${took}`;
  return row.exit_code === 0 ? `done${took}` : `exit ${row.exit_code}${took}`;
}

function PlanCard({ id, steps }: { id: string; steps: readonly PlanStep[] }) {
  const done = steps.filter((step) => step.status === "completed").length;
  return (
    <article class="row plan" data-id={id}>
      <header>
        Plan <span class="state">{done} of {steps.length}</span>
      </header>
      <ul>
        {steps.map((step, at) => (
          <li key={at} class={step.status}>
            <span class="box" aria-hidden="true">{BOXES[step.status]}</span>
            <span>{step.step}</span>
            <span class="sr-only">{step.status.replace("_", " ")}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function PendingCard(
  { row, decide }: { row: Extract<Row, { role: "approval"; running: true }>; decide: Decide },
) {
  const { id, subject, reason } = row.approval;
  return (
    <article class="row approval" data-id={id} aria-label="Approval needed">
      <header>{QUESTIONS[subject.kind]}</header>
      {reason === null ? null : <p>{reason}</p>}
      {subject.kind === "file_change"
        ? subject.files.map((file) => (
          <div key={file.path}>
            <code>{file.path}</code>
            <DiffLines diff={file.diff} />
          </div>
        ))
        : <pre class="output">{subjectLine(subject)}</pre>}
      <footer>
        {row.approval.decisions.map(({ id: decision, label, tone, hint }) => (
          <button
            key={decision}
            type="button"
            class={tone === "normal" ? "" : tone}
            title={hint}
            onClick={() => decide(id, decision)}
          >
            {label}
          </button>
        ))}
      </footer>
    </article>
  );
}

const QUESTIONS: Record<ApprovalSubject["kind"], string> = {
  command: "Run this command?",
  file_change: "Make these changes?",
  permissions: "Allow more?",
  elicitation: "A tool asks",
  user_input: "The agent asks",
};

const BOXES = { pending: "○", in_progress: "◐", completed: "●" } as const;

const DECIDED: Record<ApprovalStatus, string> = {
  accepted: "Accepted",
  accepted_for_session: "Accepted for the session",
  accepted_with_rule: "Accepted, with a rule",
  answered: "Answered",
  declined: "Declined",
  cancelled: "Cancelled",
  withdrawn: "Decided elsewhere",
  lost: "Not decided",
};

function subjectLine(subject: ApprovalSubject): string {
  switch (subject.kind) {
    case "command":
      return bareCommand(subject.command);
    case "file_change":
      return subject.files.map((file) => file.path).join(", ");
    case "permissions":
      return subject.permissions.join(", ");
    case "elicitation":
      return subject.message;
    case "user_input":
      return subject.questions.map(({ question }) => question).join("\n");
  }
}

/** Summaries come with bold titles; until they are rendered the asterisks only disturb. */
function plain(text: string): string {
  return text.replace(/\*\*(.+?)\*\*/g, "$1");
}
