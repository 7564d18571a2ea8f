/** What an approval is about: a command, files, permissions, a form, questions. */
import type { ComponentChildren } from "preact";
import type { ApprovalSubject } from "../../router/change.ts";
import { bareCommand } from "../command_line.ts";
import { FileDiff } from "../diff/file_diff.tsx";
import { safeAddress } from "../markdown/links.ts";
import { shortPath } from "../short_path.ts";
import { useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import type { Answer } from "./approval_answer.ts";
import { FormFields } from "./approval_form.tsx";
import { Questions } from "./approval_questions.tsx";

interface SubjectProps<Kind extends ApprovalSubject["kind"] = ApprovalSubject["kind"]> {
  readonly id: string;
  readonly subject: Extract<ApprovalSubject, { kind: Kind }>;
  readonly answer: Answer;
  readonly setAnswer: (answer: Answer) => void;
}

type Subjects = {
  [Kind in ApprovalSubject["kind"]]: (props: SubjectProps<Kind>) => ComponentChildren;
};

const SUBJECTS: Subjects = {
  command: ({ subject: { command, cwd, network, permissions = [] } }) => (
    <>
      <pre class="output" tabIndex={0}>{visible(bareCommand(command))}</pre>
      <Where cwd={cwd} />
      {network === undefined ? null : (
        <p>
          It wants to reach <code>{visible(`${network.protocol}://${network.host}`)}</code>.
        </p>
      )}
      <Lines lines={permissions} />
    </>
  ),
  file_change: ({ id, subject: { files, grant_root: root } }) => (
    <>
      {files.map(({ path, diff, change, moved_to: moved }) => (
        <FileDiff
          key={path}
          id={id}
          path={moved ?? path}
          oldPath={moved === undefined ? undefined : path}
          diff={diff}
          change={change}
          whole={change !== "update"}
        />
      ))}
      {root === undefined ? null : (
        <p>
          Accepting also allows writes under <code>{visible(root)}</code>.
        </p>
      )}
    </>
  ),
  permissions: ({ subject: { permissions, cwd } }) => (
    <>
      <Lines lines={permissions} />
      <Where cwd={cwd} />
    </>
  ),
  elicitation: ({ id, subject, answer, setAnswer }) => {
    const address = subject.url === undefined ? null : safeAddress(subject.url);
    return (
      <>
        <p dir="auto">{subject.message}</p>
        {subject.tool === undefined ? null : (
          <>
            <p>
              <code>{visible(subject.tool.name)}</code> {subject.tool.description}
            </p>
            {subject.tool.input === undefined
              ? null
              : <pre class="output" tabIndex={0}>{visible(subject.tool.input)}</pre>}
          </>
        )}
        {address === null ? null : (
          <p>
            <a href={address} target="_blank" rel="noopener noreferrer">{address}</a>
          </p>
        )}
        <FormFields id={id} fields={subject.fields} answer={answer} setAnswer={setAnswer} />
      </>
    );
  },
  user_input: ({ id, subject, answer, setAnswer }) => (
    <Questions id={id} questions={subject.questions} answer={answer} setAnswer={setAnswer} />
  ),
};

export function ApprovalSubjectView(props: SubjectProps) {
  const draw = SUBJECTS[props.subject.kind] as (props: SubjectProps) => ComponentChildren;
  return <>{draw(props)}</>;
}

/** What is asked, in one line. */
export function questionOf(subject: ApprovalSubject): string {
  switch (subject.kind) {
    case "command":
      return subject.stdin ? "Type this into the running command?" : "Run this command?";
    case "file_change":
      return "Make these changes?";
    case "permissions":
      return "Grant these permissions?";
    case "elicitation":
      return `${visible(subject.server)} asks`;
    case "user_input":
      return "The agent asks";
  }
}

function Where({ cwd }: { cwd: string }) {
  const { cwd: here } = useTools().looks.value;
  if (cwd === "" || cwd === here) return null;
  return <p class="where">in {visible(shortPath(cwd, here))}</p>;
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return <ul class="permissions">{lines.map((line, at) => <li key={at}>{visible(line)}</li>)}</ul>;
}
