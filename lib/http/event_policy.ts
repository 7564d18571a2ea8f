/**
 * The policy of events as the page shows, tries and changes it. What a rule means is decided in
 * `events/policy`; this only reads requests and shapes answers.
 */
import { z } from "zod";
import { eventSettings } from "../config/event_settings.ts";
import { parseEventValue } from "../events/parse_event.ts";
import type { EventRecord } from "../events/ledger_line.ts";
import { receiptOf } from "../events/receipt.ts";
import type { Sender } from "../events/service.ts";
import { ActionFailure } from "../gateway/failure.ts";
import type { Services } from "./services.ts";

const { rules, default_delivery, prefer_steer, auto_turn_sources, max_auto_turns_per_hour } =
  eventSettings.shape;

/** What decides about events, as a whole. */
export const eventPolicy = z.strictObject({
  ...{ rules, default_delivery, prefer_steer, auto_turn_sources, max_auto_turns_per_hour },
});
export type EventPolicy = z.output<typeof eventPolicy>;

/** An event to try a policy on, as if it came with that credential. */
export const policyTrial = z.strictObject({
  thread_id: z.string(),
  event: z.record(z.string(), z.unknown()),
  came_by: z.enum(["event_token", "file_owner"]).default("event_token"),
  policy: eventPolicy.optional(),
});

/** The policy that counts now. */
export function policyOf({ live }: Pick<Services, "live">): EventPolicy {
  return eventPolicy.parse(
    Object.fromEntries(
      Object.keys(eventPolicy.shape).map((key) => [key, live.events[key as keyof EventPolicy]]),
    ),
  );
}

/** Another policy, from now on and in config.jsonc. */
export async function changePolicy(
  services: Pick<Services, "live">,
  policy: EventPolicy,
): Promise<EventPolicy> {
  await services.live.change({ events: policy }).catch((error) => {
    throw new ActionFailure(409, "config_not_written", error.message, { cause: error });
  });
  return policyOf(services);
}

/** What would become of an event under a policy that is only considered. */
export async function tryPolicy(
  { events, live }: Pick<Services, "events" | "live">,
  { thread_id, event, came_by, policy }: z.output<typeof policyTrial>,
) {
  const sender: Sender = {
    ...{ door: came_by === "file_owner" ? "inbox" : "http", maxMode: "auto_turn" },
    credential: { provenance: came_by },
  };
  const parsed = parseEventValue(event, { threadId: thread_id, nowMs: events.service.nowMs });
  const result = await events.service.preview(parsed, sender, { ...live.events, ...policy });
  if (result.ok) return result;
  const status = result.code === "unknown_thread" ? 404 : 400;
  throw new ActionFailure(status, result.code, result.message);
}

/** Puts an event that nobody was told of before the next turn. */
export async function requeue(
  { events }: Pick<Services, "events">,
  threadId: string,
  seq: number,
): Promise<ReturnType<typeof receiptOf>> {
  const thread = await events.service.thread(threadId);
  if (thread === null) throw new ActionFailure(404, "unknown_thread", "there is no such thread");
  const before: EventRecord | null = thread.ledger.get(seq);
  if (before === null) throw new ActionFailure(404, "unknown_event", "there is no such event");
  const record = await thread.requeue(seq);
  if (record !== null) return receiptOf(record);
  const message = `it is ${before.progress.state}: it was told, or may have been`;
  throw new ActionFailure(409, "already_told", message);
}
