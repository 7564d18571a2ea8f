/**
 * The program: constructs all parts, ties them together, serves. Nothing else constructs. Started
 * by `_fresh/server.js`'s app in production and by dev.ts while developing; both use the same app.
 */
import { App, staticFiles } from "fresh";
import { fromFileUrl, join } from "@std/path";
import { AppServer } from "./lib/app_server/app_server.ts";
import { ProcessTransport } from "./lib/app_server/process_transport.ts";
import { agentCommand } from "./lib/cli/agent_command.ts";
import { EXIT } from "./lib/cli/command.ts";
import { mcpRegistration } from "./lib/cli/mcp_registration.ts";
import { watchParentPipe } from "./lib/cli/parent_pipe.ts";
import { runCli } from "./lib/cli/run.ts";
import { shellHostCommand } from "./lib/cli/shell_host_command.ts";
import { denoTerminal } from "./lib/cli/terminal.ts";
import { LiveSettings } from "./lib/config/live_settings.ts";
import type { Config } from "./lib/config/schema.ts";
import { FileIndex } from "./lib/files/file_index.ts";
import { Uploads } from "./lib/files/uploads.ts";
import { stripEnvelopes } from "./lib/context/envelope.ts";
import { carrierFor } from "./lib/events/carrier.ts";
import { Events } from "./lib/events/start.ts";
import { Gateway } from "./lib/gateway/gateway.ts";
import { Auth } from "./lib/http/auth.ts";
import { conversationOf } from "./lib/http/conversation_of.ts";
import { eventGate } from "./lib/http/event_gate.ts";
import { gate } from "./lib/http/gate.tsx";
import { McpAccess } from "./lib/http/mcp_access.ts";
import { loadSecret } from "./lib/http/secret_file.ts";
import type { AgentKind, Services, State } from "./lib/http/services.ts";
import { Hub } from "./lib/hub/hub.ts";
import { RawFeed } from "./lib/hub/raw_feed.ts";
import { RawFile } from "./lib/hub/raw_file.ts";
import { Logger } from "./lib/log/logger.ts";
import { RequestCounts } from "./lib/metrics/request_counts.ts";
import { AgentShells } from "./lib/shell/agent_shells.ts";
import { writeJsonFile } from "./lib/disk/json_file.ts";
import { processesBy } from "./lib/shells/processes.ts";
import { SCRIPT_VARIABLE } from "./lib/shells/process_script.ts";
import { runtimeSecret } from "./lib/shells/runtime.ts";
import { Shells } from "./lib/shells/shells.ts";
import { Conversations } from "./lib/transcript/conversations.ts";
import { isOnlyTouched } from "./lib/transcript/meta.ts";
import { Defaults } from "./lib/transcript/defaults.ts";
import { Outlines } from "./lib/transcript/outline/outlines.ts";
import { Rollouts } from "./lib/transcript/rollouts/rollouts.ts";
import { Search } from "./lib/transcript/search/search.ts";
import { hooksFile } from "./lib/webhooks/desk.ts";
import { HookFile } from "./lib/webhooks/hook_file.ts";
import { Webhooks } from "./lib/webhooks/webhooks.ts";
import manifest from "./deno.json" with { type: "json" };

const HEARTBEAT_MS = 15_000;
const terminal = denoTerminal();
let running: Services | null = null;
let logger = new Logger({
  ...{ level: "info", format: "text", write: terminal.err, now: () => Date.now() },
});

export const app = new App<State>();
app.use(...gate(() => {
  if (running === null) throw new Error("the services are not started yet");
  return running;
}));
app.use(staticFiles());
app.fsRoutes();

/** Constructs the parts for a configuration and starts the agent's process. */
export async function startServices(config: Config): Promise<Services> {
  await Deno.mkdir(config.home, { recursive: true, mode: 0o700 });
  const now = () => Date.now();
  const level = config.debug ? "debug" : config.log_level;
  logger = new Logger({ level, format: config.log_format, write: terminal.err, now });
  const auth = new Auth(await loadSecret(join(config.home, "token")), now);
  const agent = agentCommand(config, (name) => Deno.env.get(name));
  const live = new LiveSettings(config);
  const conversations = new Conversations(config.home, log);
  conversations.tidy(now()).catch((error) => log(`could not tidy up: ${error.message}`));
  const rollouts = new Rollouts(config.codex_home, conversations, stripEnvelopes);
  const search = new Search(join(config.home, "search.db"), conversations, log);
  // A thousand numbers per millisecond: they grow over restarts, and stay exact as a double.
  const hub = new Hub(now() * 1_000);
  const raw = new RawFeed(
    new RawFile(join(config.home, "debug_raw.jsonl"), log),
    now,
    config.debug,
  );
  const heartbeat = setInterval(() => hub.beat(), HEARTBEAT_MS);
  Deno.unrefTimer(heartbeat);
  const shells = await openShells(config, () => raw.enabled);
  const mcp = new McpAccess(shells.runtime);
  const agentShell = await shells.define("app_server.jsonc#app_server", {
    AGENT: agentKind(agent),
    APP_SERVER_COMMAND: agentKind(agent) === "codex"
      ? [...agent.command, ...mcpRegistration(mcp.linkPath, (name) => Deno.env.get(name))]
      : agent.command,
    CODEX_HOME: config.codex_home,
    CWD: config.cwd,
    RUNS: agent.shown,
  }, "the app-server");
  conversations.listen({
    onChange: ({ kind, meta }) => {
      if (kind === "deleted") void agentShells.end(meta.conversation_id);
    },
  });
  conversations.listen({
    onChange: ({ kind, meta, before }) => {
      // That it was used is told by what happens in it.
      if (isOnlyTouched(before, meta)) return;
      const { conversation_id, label, thread_id, pinned, archived } = meta;
      const event = { label, thread_id, change: kind, pinned, archived };
      hub.publish(conversation_id, { type: "conversation", ...event }, new Date().toISOString());
    },
  });
  const appServer = new AppServer({
    clientVersion: manifest.version,
    open: async () => new ProcessTransport(await agentShell.open()),
    restart: () => agentShell.afterEnd(),
    handshakeMs: agentShell.readyWithinMs,
    listener: (message) => gateway.receive(message),
    client: {
      tap: (direction, line) => raw.take(direction, line),
      room: () => hub.room(),
      onFault: (error) => log(`a message of the app-server was dropped: ${error}`),
    },
    onStatus: ({ state, problem }) => {
      if (state === "running") agentShell.ready();
      if (state === "stopped") agentShell.stopped();
      if (state === "restarting") log(problem ?? "the app-server restarts");
      if (state !== "running" && state !== "starting") gateway.disconnected();
      if (state === "running") gateway.connected();
      hub.publish(null, { type: "server_status", state, problem }, new Date().toISOString());
    },
  });
  agentShell.control = {
    stop: () => appServer.stop(),
    restart: () => appServer.stop().then(() => appServer.start()),
  };
  const events = await Events.create({
    ...{ home: config.home, codexHome: config.codex_home, cwd: config.cwd, now, report: log },
    secret: await runtimeSecret(config.home, (name) => Deno.env.get(name), loadSecret),
    settings: live.events,
    outside: () => gateway.outside,
    agentVersion: () => appServer.status.version,
    rows: {
      conversationOf: (threadId) => conversations.ofThread(threadId),
      append: (id, entries) => conversations.transcript(id).append(entries),
      publish: (id, payload, ts) => hub.publish(id, payload, ts),
      now,
    },
    isUiToken: (candidate) => auth.isToken(candidate),
    env: (name) => Deno.env.get(name),
  });
  conversations.listen({
    onChange: ({ kind, meta: { thread_id }, before }) => {
      if (thread_id === null) return;
      if (kind === "deleted") events.threadIs(thread_id, "gone");
      else if (before?.thread_id !== thread_id) events.threadIs(thread_id, "known");
    },
  });
  const gateway = new Gateway({
    ...{ appServer, conversations, hub, now, companion: events.companion },
    report: log,
    messageMode: () => live.messageMode,
    contextSettings: () => ({
      commands: config.context.commands,
      carrier: carrierFor(config.context.carrier, appServer.status.version),
    }),
  });
  // Here and not before: a shell that outlived the last server dials in at once.
  const agentShells = await AgentShells.listen({
    ...shellHostCommand(config, (name) => Deno.env.get(name)),
    ...{ log, graceS: config.shell_grace_s ?? undefined },
    placeOf: async (id) => {
      const { cwd } = await conversationOf({ conversations }, id);
      return { agentPty: join(conversations.folderOf(id), "agent_pty"), cwd };
    },
  });
  gateway.shell.source = agentShells;
  agentShells.listen({
    onAttached: ({ conversationId, shellId }) => gateway.shell.attached(conversationId, shellId),
    onEvent: (_, event) => gateway.shell.receive(event),
    onGone: ({ conversationId }) => gateway.shell.gone(conversationId),
  });
  running = {
    version: manifest.version,
    auth,
    appServer,
    agentShell,
    shells,
    agentShells,
    mcp,
    agent: agentKind(agent),
    conversations,
    rollouts,
    search,
    outlines: new Outlines(conversations),
    gateway,
    events,
    webhooks: new Webhooks({
      ...{ service: events.service, now, report: log },
      hooks: new HookFile(hooksFile(config.home)),
    }),
    hub,
    raw,
    files: new FileIndex(now),
    uploads: new Uploads(config.home),
    defaults: new Defaults(config.home, log),
    live,
    get messageMode() {
      return live.messageMode;
    },
    get cwd() {
      return live.cwd;
    },
    startedAtMs: now(),
    logger,
    log,
    requests: new RequestCounts(),
    debug: config.debug,
    port: config.port,
  };
  return running;
}

/** The process manager; a person's own shellspecs in the home win over the program's. */
async function openShells({ home, cwd }: Config, keepStdout: () => boolean): Promise<Shells> {
  const env = (name: string) => Deno.env.get(name);
  return await Shells.open({
    ...{ home, cwd, env, log, keepStdout },
    secret: await runtimeSecret(home, env, loadSecret),
    processes: processesBy(env(SCRIPT_VARIABLE)),
    specs: [join(home, "shellspec"), fromFileUrl(new URL("./shellspec", import.meta.url))],
  });
}

/** Ends all that {@link startServices} started; no process of ours is left behind. */
export async function stopServices(
  { hub, raw, appServer, shells, agentShells, gateway, events, conversations, search }: Services,
): Promise<void> {
  hub.close();
  await events.doors.close();
  await Promise.all([appServer.stop(), agentShells.close()]);
  await events.close();
  await shells.close();
  await raw.close();
  await gateway.flush();
  search.close();
  await conversations.close();
}

/** Lets events in, those first that were written while nobody was there. */
export function openEventDoors({ events, conversations, port, log }: Services): void {
  conversations.list().then((metas) => {
    const threads = metas.map(({ thread_id }) => thread_id).filter((id) => id !== null);
    return events.open(`http://127.0.0.1:${port}`, threads);
  }).catch((error) => log(`events cannot come in: ${error.message}`));
}

/** Lets the agent find its tools; before it is started. */
export async function openTools({ mcp, port }: Services): Promise<void> {
  await writeJsonFile(mcp.linkPath, { url: `http://127.0.0.1:${port}`, token: mcp.token });
}

/** Prints the two lines that people and scripts wait for. */
export function announce(services: Services): void {
  const url = `http://127.0.0.1:${services.port}`;
  terminal.out(`pilothouse listening on ${url}\n${url}/login?t=${services.auth.createCode()}\n`);
}

/** Resolves when the program is told to end: by signal, or by the end of its launcher. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, resolve);
    }
    void watchParentPipe((name) => Deno.env.get(name), resolve);
  });
}

async function serve(config: Config): Promise<number> {
  // A compiled program has one set of rights for all its commands; this one loads no addon.
  if (Deno.build.standalone) await Deno.permissions.revoke({ name: "ffi" });
  const stopped = toldToStop();
  let services: Services | null = null;
  let server: Deno.HttpServer<Deno.NetAddr> | null = null;
  try {
    services = await startServices(config);
    // Computed, because the file is there only after a build; it imports this one again.
    const built = await import(new URL("./_fresh/server.js", import.meta.url).href);
    const options = { hostname: "127.0.0.1", port: config.port, onListen: () => {} };
    const all = services;
    const handler = eventGate(() => all, built.default.fetch);
    server = Deno.serve(options, handler) as Deno.HttpServer<Deno.NetAddr>;
    services.port = server.addr.port;
    await openTools(services);
    await services.appServer.start().catch((error) => {
      const command = agentCommand(config, (name) => Deno.env.get(name)).command.join(" ");
      throw new Error(`${error.message}\npilothouse: to see why, try it by hand: ${command}`);
    });
    announce(services);
    openEventDoors(services);
    await stopped;
    return EXIT.ok;
  } catch (error) {
    log(problemOf(error, config));
    return EXIT.failed;
  } finally {
    if (services !== null) await stopServices(services);
    await Promise.race([server?.shutdown(), new Promise((ok) => setTimeout(ok, 1_000))]);
  }
}

function agentKind({ kind, command: [program] }: ReturnType<typeof agentCommand>): AgentKind {
  if (kind !== "configured") return kind;
  return /(^|\/)codex[^/]*$/.test(program) ? "codex" : "custom";
}

function problemOf(error: unknown, { port, home }: Config): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `port ${port} is taken: is Pilothouse running already? Choose another with --port`;
  }
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return `${error.message} (home: ${home}): make it readable and writable, or choose --home`;
  }
  return error instanceof Error ? error.message : String(error);
}

function log(line: string): void {
  logger.warn(line);
}

// No top-level await: `_fresh/server.js` imports this module while `serve` waits for it.
if (import.meta.main) runCli(Deno.args, { serve }).then((code) => Deno.exit(code));
