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
import { ErrorCard, TurnEndCard, WarningCard } from "./cards/line_cards.tsx";
import { NoticeCard } from "./cards/notice_card.tsx";
import { PlanCard } from "./cards/plan_card.tsx";
import { ReasoningCard } from "./cards/reasoning_card.tsx";
import { UserCard } from "./cards/user_card.tsx";
import type { Row } from "./rows.ts";

export type { Decide, Decision } from "./cards/approval_card.tsx";

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
  diff: (row) => <DiffCard {...row} />,
  plan: (row) => <PlanCard {...row} running={isRunning(row)} />,
  approval: (row, decide) =>
    row.running
      ? <ApprovalCard approval={row.approval} decide={decide} />
      : <DecidedCard {...row} />,
  error: (row) => <ErrorCard {...row} />,
  warning: (row) => <WarningCard {...row} />,
  notice: (row) => <NoticeCard {...row} running={isRunning(row)} />,
  status: (row) => <TurnEndCard {...row} durationMs={row.duration_ms} />,
};

/** The card of a row; a role that this page does not know yet has none. */
export function RowCard({ row, decide }: { row: Row; decide: Decide }) {
  const card = CARDS[row.role] as ((row: Row, decide: Decide) => ComponentChildren) | undefined;
  return <>{card?.(row, decide)}</>;
}

function isRunning(row: Row): boolean {
  return row.running === true;
}
