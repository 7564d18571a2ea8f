/** A command of the agent, or of the person: the line as one types it, how it ended, its output. */
import { bareCommand } from "../command_line.ts";
import { CopyButton } from "../copy_button.tsx";
import { Icon } from "../icons.tsx";
import { RowTime } from "../row_tools.tsx";
import { shortPath } from "../short_path.ts";
import { useKept, useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { duration, elapsed } from "../words.ts";
import { OutputBox } from "./output_box.tsx";

export interface CommandCardProps {
  readonly id: string;
  readonly ts: string;
  readonly command: string;
  readonly cwd: string;
  readonly output: string;
  /** Null while it runs. */
  readonly end: {
    readonly status: string;
    readonly exitCode: number | null;
    readonly durationMs: number | null;
  } | null;
  readonly truncated?: boolean;
  /** Whose command it is. */
  readonly by: "agent" | "person";
}

export function CommandCard(props: CommandCardProps) {
  const { id, ts, command, cwd, output, end, truncated, by } = props;
  const { looks } = useTools();
  const [open, setOpen] = useKept(`${id}:open`, true);
  const bare = bareCommand(command);
  const line = visible(bare);
  const elsewhere = cwd !== "" && cwd !== looks.value.cwd;
  return (
    <article
      class={`row command ${by} ${end === null ? "running" : outcome(end)}`}
      data-id={id}
      aria-label={by === "agent" ? "Command" : "Your command"}
    >
      <header>
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          disabled={output === ""}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" />
          <code>
            <span class="prompt" aria-hidden="true">{by === "agent" ? "$" : "!"}</span>
            {line}
          </code>
        </button>
        <RowTime ts={ts} />
        <CopyButton text={() => bare} what="command" />
        <State ts={ts} end={end} />
      </header>
      {elsewhere ? <p class="where">in {visible(shortPath(cwd, looks.value.cwd))}</p> : null}
      {open
        ? (
          <OutputBox
            id={id}
            output={output}
            running={end === null}
            label={`Output of ${line.slice(0, 80)}`}
            truncated={truncated ?? false}
          />
        )
        : null}
    </article>
  );
}

function State({ ts, end }: Pick<CommandCardProps, "ts" | "end">) {
  const { clock } = useTools();
  if (end === null) {
    return (
      <span class="state">
        <span class="spinner" aria-hidden="true" />
        {elapsed(ts, clock.value) || "running"}
      </span>
    );
  }
  return <span class="state">{stateWords(end)}</span>;
}

/** How it ended: never anything good about a command that failed. */
function outcome({ status, exitCode }: NonNullable<CommandCardProps["end"]>): string {
  if (status === "declined" || status === "interrupted") return status;
  return status === "failed" || (exitCode !== null && exitCode !== 0) ? "failed" : "completed";
}

export function stateWords(end: NonNullable<CommandCardProps["end"]>): string {
  const took = end.durationMs === null ? [] : [duration(end.durationMs)];
  const how = outcome(end);
  if (how === "completed") return [`✓`, ...took].join(" ");
  if (how !== "failed") return [how, ...took].join(" · ");
  return [end.exitCode === null ? "failed" : `exit ${end.exitCode}`, ...took].join(" · ");
}
