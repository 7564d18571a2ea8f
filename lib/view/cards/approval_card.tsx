/**
 * A question that waits for a person: what is to be done, and every decision that there is. Stays
 * until it is resolved, wherever that happens. With the focus in it, keys decide.
 */
import type { ApprovalSubject, PendingApproval } from "../../router/change.ts";
import { bareCommand } from "../command_line.ts";
import { FileDiff } from "../diff/file_diff.tsx";
import { RowTime } from "../row_tools.tsx";
import { visible } from "../visible.ts";

export type Decision = "accept" | "acceptForSession" | "decline" | "cancel";
export type Decide = (approvalId: string, decision: Decision) => void;

const KEYS: Readonly<Record<string, string | undefined>> = {
  y: "accept",
  a: "acceptForSession",
  n: "decline",
  Escape: "cancel",
};

const CHOICES: readonly { id: Decision; label: string; tone: string }[] = [
  { id: "accept", label: "Accept", tone: "primary" },
  { id: "acceptForSession", label: "Accept for session", tone: "normal" },
  { id: "decline", label: "Decline", tone: "normal" },
  { id: "cancel", label: "Cancel the turn", tone: "danger" },
];

export function ApprovalCard(
  { approval, decide }: { approval: PendingApproval; decide: Decide },
) {
  const { id, ts, subject, reason } = approval;

  function onKeyDown(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) {
      return;
    }
    const choice = CHOICES.find((one) => one.id === KEYS[event.key]);
    if (choice === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    decide(id, choice.id);
  }

  return (
    <article
      class="row approval"
      data-id={id}
      aria-label="Approval needed"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <header>
        <span class="label">{TITLES[subject.kind]}</span>
        <RowTime ts={ts} />
      </header>
      {reason === null ? null : <p class="reason" dir="auto">{reason}</p>}
      <Subject id={id} subject={subject} />
      <footer>
        {CHOICES.map(({ id: decision, label, tone }) => (
          <button
            key={decision}
            type="button"
            class={tone}
            aria-keyshortcuts={keyOf(decision)}
            onClick={() => decide(id, decision)}
          >
            {label}
          </button>
        ))}
      </footer>
    </article>
  );
}

function Subject({ id, subject }: { id: string; subject: ApprovalSubject }) {
  if (subject.kind === "command") {
    return <pre class="output" tabIndex={0}>{visible(bareCommand(subject.command))}</pre>;
  }
  return (
    <>
      {subject.files.map(({ path, diff }) => (
        <FileDiff
          key={path}
          id={id}
          path={path}
          diff={diff}
        />
      ))}
    </>
  );
}

const TITLES: Record<ApprovalSubject["kind"], string> = {
  command: "Run this command?",
  file_change: "Make these changes?",
};

function keyOf(decision: string): string | undefined {
  return Object.entries(KEYS).find(([, one]) => one === decision)?.[0];
}
