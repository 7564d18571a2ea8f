/** What became of an approval: a line, and what it was about. */
import type { ApprovalStatus, ApprovalSubject } from "../../router/change.ts";
import { bareCommand } from "../command_line.ts";
import { FileDiff } from "../diff/file_diff.tsx";
import { RowTime } from "../row_tools.tsx";
import { visible } from "../visible.ts";

interface DecidedProps {
  readonly id: string;
  readonly ts: string;
  readonly status: ApprovalStatus;
  readonly subject: ApprovalSubject;
}

const DECIDED: Record<ApprovalStatus, string> = {
  accepted: "Accepted",
  accepted_for_session: "Accepted for the session",
  declined: "Declined",
  cancelled: "Cancelled",
  lost: "Not decided",
};

export function DecidedCard({ id, ts, status, subject }: DecidedProps) {
  return (
    <article class={`row decided ${status}`} data-id={id}>
      <header>
        <span class="label">{DECIDED[status]}</span>
        <code>{visible(subjectLine(subject))}</code>
        <RowTime ts={ts} />
      </header>
      {/* What was accepted has rows of its own; what was not is to be seen nowhere else. */}
      {status === "declined" && subject.kind === "file_change"
        ? subject.files.map((file) => (
          <FileDiff key={file.path} id={id} path={file.path} diff={file.diff} />
        ))
        : null}
    </article>
  );
}

function subjectLine(subject: ApprovalSubject): string {
  return subject.kind === "command"
    ? bareCommand(subject.command)
    : subject.files.map((file) => file.path).join(", ");
}
