/** Rows of one line or little more: errors, warnings, notices, the end of a turn. */
import { RowTime, RowTools } from "../row_tools.tsx";
import { duration } from "../words.ts";

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

interface TurnEndProps extends Omit<LineProps, "text"> {
  readonly status: string;
  readonly durationMs: number | null;
}

const ENDED: Readonly<Record<string, string | undefined>> = {
  completed: "Worked",
  interrupted: "Interrupted",
  failed: "Failed",
};

/** How a turn ended, and how long it took. */
export function TurnEndCard({ id, ts, status, durationMs }: TurnEndProps) {
  const words = ENDED[status] ?? status;
  if (status === "completed" && durationMs === null) return null;
  const took = durationMs === null ? "" : status === "completed" ? " for " : " after ";
  return (
    <div class={`row turn-end ${status}`} data-id={id}>
      <span>{words}{took}{durationMs === null ? "" : duration(durationMs)}</span>
      <RowTime ts={ts} />
    </div>
  );
}
