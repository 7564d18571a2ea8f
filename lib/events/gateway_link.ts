/**
 * Both directions between events and the gateway: events' wishes become calls, and what the gateway
 * notices reaches events. Only translates; neither side knows the other's words.
 */
import type { Companion } from "../gateway/companion.ts";
import type { Outside } from "../gateway/outside.ts";
import type { AgentPort } from "./agent_port.ts";
import { asHistory, type Carrier, carry } from "./carrier.ts";
import type { EventService } from "./service.ts";

/** The gateway as events need it. `carrier` is asked each time: the app-server may be another. */
export function agentPort(outside: () => Outside, carrier: () => Carrier): AgentPort {
  return {
    situation: (threadId) => outside().situation(threadId),
    append: (threadId, clientId, carried) =>
      outside().append(threadId, asHistory(carried, `events_${clientId}`)),
    steer: ({ carried, ...message }, expectedTurnId) =>
      outside().steer({ ...message, ...carry(carried, carrier()) }, expectedTurnId),
    start: ({ carried, ...message }) =>
      outside().start({ ...message, ...carry(carried, carrier()) }),
    echoes: (threadId) => outside().echoes(threadId),
  };
}

/** Events as the gateway needs them. `onLoaded` opens the doors of a thread. */
export function companion(
  service: () => EventService,
  carrier: () => Carrier,
  onLoaded: (threadId: string) => void,
): Companion {
  return {
    claim: async (threadId, messageId) => {
      const claim = await service().claim(threadId, messageId);
      if (claim === null) return null;
      return { ...carry(claim.text, carrier()), settle: (outcome) => claim.settle(outcome) };
    },
    echoed: (threadId, messageId, turnId) => service().echoed(threadId, messageId, turnId),
    turnEnded: (threadId, turnId) => service().turnEnded(threadId, turnId),
    loaded: (threadId) => {
      service().loaded(threadId);
      onLoaded(threadId);
    },
    disconnected: () => service().disconnected(),
  };
}
