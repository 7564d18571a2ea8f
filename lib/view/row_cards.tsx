/**
 * Which card a row gets. Pure components: what to do on a click is passed in. All text from
 * outside is text, never markup.
 */
import type { ComponentChildren } from "preact";
import { ApprovalCard, type Decide } from "./cards/approval_card.tsx";
import { AssistantCard } from "./cards/assistant_card.tsx";
import { CommandCard } from "./cards/command_card.tsx";
import { DecidedCard } from "./cards/decided_card.tsx";
import { DiffCard } from "./cards/diff_card.tsx";
import { EventCard } from "./cards/event_card.tsx";
import { ErrorCard, WarningCard } from "./cards/line_cards.tsx";
import { NoticeCard } from "./cards/notice_card.tsx";
import { PlanCard } from "./cards/plan_card.tsx";
import { ReasoningCard } from "./cards/reasoning_card.tsx";
import { TurnEndCard } from "./cards/turn_end_card.tsx";
import { UserCard } from "./cards/user_card.tsx";
import type { Row } from "./rows.ts";

export type { Decide } from "./cards/approval_card.tsx";
export type { Answer } from "./cards/approval_answer.ts";

type RowOf<Role extends Row["role"]> = Extract<Row, { role: Role }>;
type Cards = { [Role in Row["role"]]: (row: RowOf<Role>, decide: Decide) => ComponentChildren };

const CARDS: Cards = {
  user: (row) => <UserCard {...row} />,
  assistant: (row) => (
    <AssistantCard {...row} running={isRunning(row)} cut={"cut" in row && row.cut === true} />
  ),
  reasoning: (row) => <ReasoningCard {...row} running={isRunning(row)} />,
  command: (row) => (
    <CommandCard
      {...row}
      by="agent"
      end={row.running ? null : {
        status: row.status,
        exitCode: row.exit_code,
        durationMs: row.duration_ms,
      }}
    />
  ),
  // The command and its output are two rows; only the second one has anything to show by itself.
  shell_input: () => null,
  shell_output: (row) => (
    <CommandCard
      {...row}
      by="person"
      output={row.running ? row.stdout : joined(row.stdout, row.stderr)}
      end={row.running ? null : {
        status: row.status,
        exitCode: row.exit_code,
        durationMs: row.duration_ms,
      }}
    />
  ),
  diff: (row) => <DiffCard {...row} oldPath={row.old_path} />,
  plan: (row) => <PlanCard {...row} running={isRunning(row)} />,
  approval: (row, decide) =>
    row.running
      ? <ApprovalCard approval={row.approval} decide={decide} />
      : <DecidedCard {...row} />,
  error: (row) => <ErrorCard {...row} />,
  notice: (row) =>
    row.kind === "warning"
      ? <WarningCard {...row} />
      : <NoticeCard {...row} running={isRunning(row)} durationMs={durationOf(row)} />,
  external_event: (row) => <EventCard {...row} />,
  status: (row) => <TurnEndCard {...row} durationMs={row.duration_ms} />,
};

/** The card of a row; a role that this page does not know yet has none. */
export function RowCard({ row, decide }: { row: Row; decide: Decide }) {
  const card = CARDS[row.role] as ((row: Row, decide: Decide) => ComponentChildren) | undefined;
  return <>{card?.(row, decide)}</>;
}

function durationOf(row: RowOf<"notice">): number | undefined {
  return "duration_ms" in row ? row.duration_ms : undefined;
}

/** What went to both, as a terminal would show it. */
function joined(stdout: string, stderr: string): string {
  return stdout === "" || stderr === "" || stdout.endsWith("\n")
    ? stdout + stderr
    : `${stdout}\n${stderr}`;
}

function isRunning(row: Row): boolean {
  return row.running === true;
}
