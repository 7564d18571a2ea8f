/**
 * The methods on turns: start, steer, interrupt, compact. They check what the client asks for and
 * hand it to the turn; how a turn goes on is in `turn.ts`.
 */
import { applySettings, messageOf, refuse, threadOf } from "./requests.ts";
import type { Step } from "./scenario.ts";
import type { Reply, Service } from "./service.ts";
import { tellSettings } from "./thread_methods.ts";
import type { Thread, UserMessage } from "./threads.ts";
import { Turn } from "./turn.ts";
import type { Fields } from "./wire.ts";

/** turn/start. During a turn it steers that one, as in the real server: there is no second turn. */
export function startTurn(service: Service, params: Fields, reply: Reply): void {
  const message = messageOf(params);
  const thread = threadOf(service.threads, params);
  if (applySettings(thread.settings, params)) tellSettings(service, thread);
  if (thread.turn) {
    reply({ turn: thread.turn.shape() });
    return thread.turn.steer(message);
  }
  play(service, thread, message, [], (turn) => reply({ turn: turn.shape() }));
}

/** turn/steer */
export function steerTurn(service: Service, params: Fields, reply: Reply): void {
  const { turn } = threadOf(service.threads, params);
  if (!turn?.started) return refuse("no active turn to steer");
  const { expectedTurnId } = params;
  if (expectedTurnId !== turn.id) {
    return refuse(`expected active turn id \`${expectedTurnId}\` but found \`${turn.id}\``);
  }
  const message = messageOf(params);
  if (message.content.length === 0) return refuse("input must not be empty");
  reply({ turnId: turn.id });
  turn.steer(message);
}

/** turn/interrupt. Before `turn/started` there is nothing to interrupt, and the turn runs on. */
export function interruptTurn(service: Service, params: Fields, reply: Reply): void {
  const { turn } = threadOf(service.threads, params);
  const { turnId } = params;
  if (turn?.started && (turnId === turn.id || turnId === "")) {
    return turn.interrupt(() => reply({}));
  }
  if (turnId === "") return reply({});
  if (turn?.started) return refuse(`expected active turn id ${turnId} but found ${turn.id}`);
  refuse("no active turn to interrupt");
}

/** thread/compact/start: a turn without words of the person. */
export function compactThread(service: Service, params: Fields, reply: Reply): void {
  const thread = threadOf(service.threads, params);
  if (thread.turn) return refuse("cannot compact while a turn is in progress");
  play(service, thread, null, [{ do: "compact" }], () => reply({}));
}

function play(
  service: Service,
  thread: Thread,
  message: UserMessage | null,
  steps: Step[],
  reply: (turn: Turn) => void,
): void {
  const turn = new Turn(service.env, thread, service.scenarios);
  thread.turn = turn;
  thread.updatedAtMs = service.env.io.now();
  reply(turn);
  turn.run(message, steps).catch((error) => {
    // A fault of ours: the turn must not stay open for ever.
    service.env.io.log?.(`turn broke: ${error}`);
    turn.breakOff();
  });
}
