/** Questions of the agent: options to choose from, and words of one's own where they are welcome. */
import type { Question } from "../../router/change.ts";
import { type Answer, withValue } from "./approval_answer.ts";

interface QuestionsProps {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly answer: Answer;
  readonly setAnswer: (answer: Answer) => void;
}

export function Questions({ id, questions, answer, setAnswer }: QuestionsProps) {
  return (
    <>
      {questions.map((question) => (
        <QuestionView
          key={question.id}
          name={`${id}:${question.id}`}
          question={question}
          value={answer[question.id]}
          setValue={(value) => setAnswer(withValue(answer, question.id, value))}
        />
      ))}
    </>
  );
}

interface QuestionProps {
  readonly name: string;
  readonly question: Question;
  readonly value: Answer[string] | undefined;
  readonly setValue: (value: string | undefined) => void;
}

function QuestionView({ name, question, value, setValue }: QuestionProps) {
  const { header, question: text, options, free_text: free, secret } = question;
  const chosen = options.some(({ label }) => label === value);
  return (
    <fieldset class="field question">
      <legend dir="auto">
        {header === "" || header === text ? null : <span class="about">{header}</span>}
        {text}
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} class="check option">
          <input
            type="radio"
            name={name}
            checked={label === value}
            onChange={() => setValue(label)}
          />
          <span>
            {label}
            {description === "" ? null : <span class="about">{description}</span>}
          </span>
        </label>
      ))}
      {free
        ? (
          <input
            type={secret ? "password" : "text"}
            autocomplete="off"
            aria-label={options.length === 0 ? text : `${text} (another answer)`}
            placeholder={options.length === 0 ? "" : "Another answer"}
            value={chosen ? "" : String(value ?? "")}
            onInput={(event) => setValue(event.currentTarget.value || undefined)}
          />
        )
        : null}
    </fieldset>
  );
}
