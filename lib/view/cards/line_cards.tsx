/** Rows of one line or little more: errors and warnings. */
import { RowTime, RowTools } from "../row_tools.tsx";

interface LineProps {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
}

interface ErrorProps extends LineProps {
  readonly details?: string | undefined;
  readonly code?: string | undefined;
}

export function ErrorCard({ id, ts, text, details, code }: ErrorProps) {
  return (
    <article class="row error" data-id={id} aria-label="Error">
      <p dir="auto">{text}</p>
      {details === undefined || details === "" ? null : (
        <details>
          <summary>Details</summary>
          <pre tabIndex={0}>{details}</pre>
        </details>
      )}
      {code === undefined ? null : (
        <p class="foot">
          <code>{code}</code>
        </p>
      )}
      <RowTools ts={ts} text={() => [text, details].filter(Boolean).join("\n\n")} what="error" />
    </article>
  );
}

export function WarningCard({ id, ts, text }: LineProps) {
  return (
    <article class="row warning" data-id={id} aria-label="Warning">
      <span dir="auto">{text}</span>
      <RowTime ts={ts} />
    </article>
  );
}
