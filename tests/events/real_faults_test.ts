// The fault matrix: the service, and separately the app-server, is killed with -9 at every step
// between door and echo. Afterwards ledger, transcript and model agree on every event: none is lost,
// none came twice, and where nobody can know, the event says so.

import assert from "node:assert/strict";
import { join } from "node:path";
import { Talk } from "../gateway/talk.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { gate, message, ModelServer, reply } from "../harness/model_server.ts";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { EventThread } from "./event_talk.ts";
import { AUTO_SOURCES, type Fault, FaultStage, idOf, RULES } from "./fault_stage.ts";

const FAULTS: readonly Fault[] = [
  { point: "door.received", way: "http" },
  { point: "ledger.before_write", way: "http" },
  { point: "ledger.after_write", way: "http" },
  { point: "ledger.after_sync", way: "http" },
  { point: "door.before_answer", way: "http" },
  { point: "rows.before_record", way: "http" },
  { point: "rows.after_record", way: "http" },
  { point: "inbox.before_offset", way: "inbox" },
  { point: "drop.before_rename", way: "drop" },
  { point: "deliver.before_intent", way: "turn" },
  { point: "deliver.after_intent", way: "turn", unknown: true },
  { point: "deliver.before_intent", way: "auto" },
  { point: "deliver.after_intent", way: "auto", unknown: true },
  { point: "deliver.after_call", way: "auto", unknown: true },
  { point: "deliver.after_reply", way: "steer", unknown: true },
  { point: "deliver.after_injected", way: "auto", unknown: true },
  { point: "echo.before_observed", way: "turn", unknown: true },
  { point: "echo.before_observed", way: "steer", unknown: true },
  { point: "echo.after_observed", way: "auto" },
];

const LIMIT_MS = 240_000;

interface Ground {
  readonly root: string;
  readonly folders: { readonly home: string; readonly codexHome: string; readonly cwd: string };
  readonly model: ModelServer;
  readonly crashFile: string;
}

/** Folders that outlive the service, and a model that remembers all that it was told. */
async function onGround(fn: (ground: Ground) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-fault-" });
  await using model = ModelServer.start();
  const folders = { home: `${root}/home`, codexHome: `${root}/codex`, cwd: `${root}/work` };
  try {
    await fn({ root, folders, model, crashFile: join(root, "home", "crash_at") });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function start(
  { folders, model, crashFile }: Ground,
  fn: (service: Service) => Promise<void>,
): Promise<void> {
  const env = {
    PILOTHOUSE_CRASH_FILE: crashFile,
    PILOTHOUSE_EVENTS_RULES: RULES,
    PILOTHOUSE_EVENTS_AUTO_TURN_SOURCES: AUTO_SOURCES,
  };
  return withService({ modelUrl: model.url, ...folders, env }, fn);
}

/** Brings the event to its point; the service has stopped there when this resolves. */
async function bring(stage: FaultStage, fault: Fault, times: number) {
  const { point, way } = fault;
  const door = gate();
  if (way === "steer") {
    const step = reply(message(["Working ", door.step, "on it"]));
    await stage.busy({ step }, `busy until ${idOf(fault)}`);
  }
  let answer: Promise<number | null>;
  if (way === "turn") {
    // It waits first, and stops when a turn takes it.
    answer = Promise.resolve(await stage.send(fault));
    await stage.arm(point);
    stage.speak(`take ${idOf(fault)}`);
  } else {
    await stage.arm(point);
    answer = stage.send(fault);
  }
  await stage.stopped(point, times);
  return { answer, open: door.open };
}

realTest(`kill -9 of the service at ${FAULTS.length} points: no event is lost or told twice`, {
  needs: ["codex"],
  timeoutMs: LIMIT_MS,
}, () =>
  onGround(async (ground) => {
    const { model, crashFile } = ground;
    let known: EventThread | null = null;
    let unanswered: Fault | null = null;
    for (const fault of [...FAULTS, null]) {
      await start(ground, async (service) => {
        const talk = new Talk(service, model);
        known = known === null
          ? await EventThread.begin(talk)
          : new EventThread(talk, known.conversation, known.id);
        const stage = new FaultStage(service, model, known, crashFile);
        // Who got no answer sends again: that is what the id is for.
        if (unanswered !== null) await stage.send(unanswered);
        await stage.nextTurn(`before ${fault === null ? "the end" : idOf(fault)}`);
        if (fault === null) {
          for (const one of FAULTS) await stage.judge(one);
          return;
        }
        const { answer, open } = await bring(stage, fault, 1);
        assert.deepEqual(await service.end("SIGKILL", service.pids.server), []);
        await stage.disarm();
        open();
        const posted = fault.way !== "inbox" && fault.way !== "drop";
        unanswered = posted && await answer === null ? fault : null;
      });
    }
  }));

/** An app-server that died many times is started again at once, all the same. */
async function restartAtOnce(home: string): Promise<void> {
  const folder = join(home, "shellspec");
  await Deno.mkdir(folder, { recursive: true });
  const text = await Deno.readTextFile(join(REPOSITORY, "shellspec", "app_server.jsonc"));
  await Deno.writeTextFile(
    join(folder, "app_server.jsonc"),
    text.replace(/"backoff_ms": \[[^\]]*\]/, '"backoff_ms": [10]')
      .replace(/"max_restarts": \d+/, '"max_restarts": 1000'),
  );
}

realTest(`kill -9 of codex at ${FAULTS.length} points: no event is lost or told twice`, {
  needs: ["codex"],
  timeoutMs: LIMIT_MS,
}, () =>
  onGround(async (ground) => {
    const { model, crashFile, folders } = ground;
    await restartAtOnce(folders.home);
    await start(ground, async (service) => {
      const talk = new Talk(service, model);
      const thread = await EventThread.begin(talk);
      const stage = new FaultStage(service, model, thread, crashFile);
      const stops = new Map<string, number>();
      for (const fault of FAULTS) {
        const times = (stops.get(fault.point) ?? 0) + 1;
        stops.set(fault.point, times);
        const pid = await talk.agentPid();
        const { answer, open } = await bring(stage, fault, times);
        Deno.kill(pid, "SIGKILL");
        await stage.disarm();
        open();
        // The door does not depend on the agent.
        if (fault.way === "http") assert.equal(await answer, 202);
        await waitFor(async () => {
          const status = await talk.call("status");
          return status.running && status.pid !== pid;
        }, { timeoutMs: 30_000, what: "codex to be started again" });
        await stage.nextTurn(`after ${idOf(fault)}`);
      }
      for (const fault of FAULTS) {
        // A call into a pipe whose reader has just died may have been read or not.
        const called = fault.way === "auto" || fault.point.startsWith("deliver.");
        await stage.judge(called ? { ...fault, unknown: true } : fault);
      }
    });
  }));
