/**
 * The demo agent: speaks the protocol of `codex app-server` on a pipe and answers from scenario
 * files instead of a model. This module owns the reading of lines, the handshake and the end;
 * methods live in `methods.ts`.
 */
import { type Line, LineSplitter } from "../protocol/lines.ts";
import { ModelIds } from "./ids.ts";
import type { DemoIo } from "./io.ts";
import { METHODS } from "./methods.ts";
import { BadRequest } from "./requests.ts";
import type { Scenario } from "./scenario.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import type { Service } from "./service.ts";
import { PROTOCOL_VERSION, Threads } from "./threads.ts";
import { type Fields, type Incoming, invalidRequest, isFields, parseLine, Wire } from "./wire.ts";

/** Runs until the client's stream ends, in mid-turn too: no last words, like the real server. */
export async function runDemoAgent(
  io: DemoIo,
  scenarios: readonly Scenario[] = SCENARIOS,
): Promise<void> {
  const gone = new AbortController();
  const wire = new Wire(io, () => gone.abort());
  const env = { io, wire, ids: new ModelIds(), signal: gone.signal };
  const service: Service = {
    env,
    threads: new Threads(),
    scenarios,
    clientName: null,
  };
  const reader = io.readable.getReader();
  // Nobody reads what we write: the client is gone, even if its end of stdin stays open.
  gone.signal.addEventListener("abort", () => reader.cancel().catch(() => {}));
  const splitter = new LineSplitter();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    for (const line of value ? splitter.push(value) : []) take(service, line);
    if (done) break;
  }
  for (const thread of service.threads.list()) thread.turn?.end();
  gone.abort();
}

function take(service: Service, line: Line): void {
  if (line.kind === "too_long") return drop(service, `line of ${line.bytes} bytes`);
  if (line.text.trim() === "") return;
  handle(service, parseLine(line.text));
}

function handle(service: Service, message: Incoming): void {
  switch (message.kind) {
    case "rejected":
      return drop(service, message.reason);
    case "answer":
      return service.env.wire.settle(message.id, message.answer);
    case "notification":
      return message.method === "initialized" ? greet(service) : undefined;
    case "request":
      return answer(service, message);
  }
}

function answer(service: Service, request: Extract<Incoming, { kind: "request" }>): void {
  const { wire } = service.env;
  const { id, method, params } = request;
  try {
    const reply = (result: Fields) => void wire.reply(id, result);
    if (method === "initialize") return reply(initialize(service, params ?? {}));
    if (service.clientName === null) throw new BadRequest(invalidRequest("Not initialized"));
    const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!found) throw new BadRequest(unknownMethod(method));
    if (!params && NEEDS_PARAMS.test(method)) {
      throw new BadRequest(invalidRequest("Invalid request: missing field `params`"));
    }
    found(service, params ?? {}, reply);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    wire.fail(id, error.wire);
  }
}

const NEEDS_PARAMS = /^(thread|turn|model)\//;

function unknownMethod(method: string) {
  const known = ["initialize", ...Object.keys(METHODS)].map((name) => `\`${name}\``).join(", ");
  return invalidRequest(`Invalid request: unknown variant \`${method}\`, expected one of ${known}`);
}

function initialize(service: Service, params: Fields): Fields {
  if (service.clientName !== null) throw new BadRequest(invalidRequest("Already initialized"));
  if (!isFields(params.clientInfo)) {
    throw new BadRequest(invalidRequest("Invalid request: missing field `clientInfo`"));
  }
  const { name, version } = params.clientInfo;
  service.clientName = String(name);
  const { optOutNotificationMethods: muted } = isFields(params.capabilities)
    ? params.capabilities
    : {};
  if (Array.isArray(muted)) service.env.wire.mute(muted.map(String));
  return {
    userAgent: `${name}/${PROTOCOL_VERSION} (demo agent; no model) unknown (${name}; ${version})`,
    codexHome: "/demo/codex-home",
    platformFamily: "unix",
    platformOs: "linux",
  };
}

/** The real server's first notification; the demo has nothing to control remotely either. */
function greet(service: Service): void {
  service.env.wire.notify("remoteControl/status/changed", {
    status: "disabled",
    serverName: "demo",
    installationId: crypto.randomUUID(),
    environmentId: null,
  });
}

function drop(service: Service, reason: string): void {
  service.env.io.log?.(`dropped a line from the client: ${reason}`);
}
