/**
 * A question that waits for a person: what is to be done, and every decision that there is. Stays
 * until it is resolved, wherever that happens. With the focus in it, keys decide.
 */
import { useRef } from "preact/hooks";
import type { DecisionOption, PendingApproval } from "../../router/change.ts";
import { RowTime } from "../row_tools.tsx";
import { useKept } from "../timeline_tools.ts";
import { type Answer, firstAnswer, takesAnswer } from "./approval_answer.ts";
import { ApprovalSubjectView, questionOf } from "./approval_subject.tsx";

/** `decision` is one of the ids of the approval's own `decisions`. */
export type Decide = (approvalId: string, decision: string, answer?: Answer) => void;

const KEYS: ReadonlyMap<string, string> = new Map([
  ["y", "accept"],
  ["a", "acceptForSession"],
  ["n", "decline"],
  ["Escape", "cancel"],
]);

export function ApprovalCard({ approval, decide }: { approval: PendingApproval; decide: Decide }) {
  const { id, ts, subject, reason, decisions } = approval;
  const [answer, setAnswer] = useKept<Answer>(`${id}:answer`, firstAnswer(subject));
  const form = useRef<HTMLFormElement>(null);

  function choose({ id: decision }: DecisionOption): void {
    if (!takesAnswer(subject, decision)) return decide(id, decision);
    if (form.current?.reportValidity() !== false) decide(id, decision, answer);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const choice = decisions.find((one) => one.id === KEYS.get(event.key));
    if (choice === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(choice);
  }

  return (
    <article
      class="row approval"
      data-id={id}
      aria-label={`Approval needed: ${questionOf(subject)}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <header>
        <span class="label">{questionOf(subject)}</span>
        <RowTime ts={ts} />
      </header>
      {reason === null || reason === "" ? null : <p class="reason" dir="auto">{reason}</p>}
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <ApprovalSubjectView id={id} subject={subject} answer={answer} setAnswer={setAnswer} />
      </form>
      <footer>
        {decisions.map((option) => (
          <DecisionButton
            key={option.id}
            option={option}
            choose={() => choose(option)}
          />
        ))}
      </footer>
    </article>
  );
}

function DecisionButton({ option, choose }: { option: DecisionOption; choose: () => void }) {
  const { id, label, tone, hint } = option;
  const [key] = [...KEYS].find(([, decision]) => decision === id) ?? [];
  return (
    <button
      type="button"
      class={tone}
      title={hint}
      aria-keyshortcuts={key}
      onClick={choose}
    >
      {label}
      {key === undefined ? null : <kbd aria-hidden="true">{key === "Escape" ? "Esc" : key}</kbd>}
    </button>
  );
}

/** Letters that go into a field decide nothing; nor does Escape, which may close what is open. */
function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement && event.target.type !== "radio" &&
      event.target.type !== "checkbox" ||
    event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
}
