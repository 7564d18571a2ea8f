/** What became of an approval: a line, and what it was about where no other row shows it. */
import type { ApprovalStatus, ApprovalSubject } from "../../router/change.ts";
import { bareCommand } from "../command_line.ts";
import { FileDiff } from "../diff/file_diff.tsx";
import { RowTime } from "../row_tools.tsx";
import { shortPath } from "../short_path.ts";
import { useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";

interface DecidedProps {
  readonly id: string;
  readonly ts: string;
  readonly status: ApprovalStatus;
  readonly subject: ApprovalSubject;
  readonly answer?: string;
}

const DECIDED: Record<ApprovalStatus, string> = {
  accepted: "Accepted",
  accepted_for_session: "Accepted for the session",
  accepted_with_rule: "Accepted, with a rule",
  answered: "Answered",
  declined: "Declined",
  cancelled: "Cancelled",
  withdrawn: "Withdrawn",
  lost: "Not decided",
};

export function DecidedCard({ id, ts, status, subject, answer }: DecidedProps) {
  const { cwd } = useTools().looks.value;
  const refused = status === "declined" || status === "cancelled";
  return (
    <article class={`row decided ${status}`} data-id={id}>
      <header>
        <span class="label">{DECIDED[status] ?? status}</span>
        <code>{visible(subjectLine(subject, cwd))}</code>
        <RowTime ts={ts} />
      </header>
      {answer === undefined || answer === "" ? null : <p class="answer" dir="auto">{answer}</p>}
      {refused && subject.kind === "file_change"
        ? subject.files.map(({ path, diff, change }) => (
          <FileDiff
            key={path}
            id={id}
            path={path}
            diff={diff}
            change={change}
            whole={change !== "update"}
          />
        ))
        : null}
    </article>
  );
}

function subjectLine(subject: ApprovalSubject, cwd: string): string {
  switch (subject.kind) {
    case "command":
      return bareCommand(subject.command);
    case "file_change":
      return subject.files.map(({ path }) => shortPath(path, cwd)).join(", ");
    case "permissions":
      return subject.permissions.join(", ");
    case "elicitation":
      return subject.tool?.name ?? subject.message;
    case "user_input":
      return subject.questions.map(({ question }) => question).join(" ");
  }
}
