// Every endpoint that the documents this project grew from name, called as they describe it, on the
// demo agent. What each does in depth is tried elsewhere; here, that it is there and has the shape.

import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { type Service, waitFor, withService } from "../harness/service.ts";
import { EventSocket } from "./event_socket.ts";

interface Expected {
  readonly status?: number;
  readonly keys: readonly string[];
}

/** A call with its body, and what its answer has. */
type Case = readonly [method: string, path: string, body: unknown, expected: Expected];

const STATUS = ["running", "agent", "version", "shell_id", "pid", "restarts"];
const CONFIG = ["cwd", "thread_id", "app_server_command", "shell_id"];

async function call(service: Service, [method, path, body, { status = 200, keys }]: Case) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await service.fetch(path, init);
  const answer = await response.json();
  assert.equal(response.status, status, `${method} ${path}: ${JSON.stringify(answer)}`);
  const missing = keys.filter((key) => !(key in answer));
  assert.deepEqual(missing, [], `${method} ${path} lacks ${missing}: ${JSON.stringify(answer)}`);
  return answer;
}

realTest(
  "every endpoint of the founding documents answers",
  { needs: ["bash"] },
  (t) =>
    withService({}, async (service) => {
      const api = (path: string) => `/api/appserver/${path}`;
      const { id } = await call(service, ["POST", api("conversations"), { label: "My Convo" }, {
        status: 201,
        keys: ["id"],
      }]);
      const cases: readonly Case[] = [
        ["POST", api("start"), {}, { keys: ["ok", ...STATUS] }],
        ["GET", api("status"), undefined, { keys: STATUS }],
        ["POST", api("initialize"), {}, { keys: ["ok", "result"] }],
        ["POST", api("rpc"), { id: 5, method: "model/list", params: {} }, {
          keys: ["id", "result"],
        }],
        ["GET", api("config"), undefined, { keys: CONFIG }],
        ["POST", api("config"), { message_mode: "queue" }, { keys: CONFIG }],
        ["POST", api("cwd"), { cwd: service.cwd }, { keys: ["ok", "cwd"] }],
        ["GET", api("conversations"), undefined, { keys: ["conversations"] }],
        ["POST", api("conversations/select"), { id }, { keys: ["ok", "conversation"] }],
        ["GET", api("conversation"), undefined, { keys: ["meta", "entries"] }],
        ["POST", api("conversation"), { command_output_lines: 30 }, {
          keys: ["ok", "conversation"],
        }],
        ["POST", api("transcript/append"), { entries: [{ role: "notice", text: "hello" }] }, {
          status: 201,
          keys: ["ok", "ids"],
        }],
        ["POST", api("approval_record"), { status: "declined", path: "a.py", diff: "+x" }, {
          status: 201,
          keys: ["ok", "id"],
        }],
        ["GET", api("transcript"), undefined, { keys: ["thread_id", "entries", "total"] }],
        ["GET", api("transcript/range?limit=10"), undefined, {
          keys: ["entries", "first", "last"],
        }],
        ["POST", api("mention"), { query: "", limit: 30 }, { keys: ["files"] }],
        ["POST", api("shell/exec"), { command: "echo out" }, { keys: ["stdout", "stderr"] }],
        ["GET", api("models"), undefined, { keys: ["data"] }],
        ["POST", api("debug/toggle"), { enabled: true }, { keys: ["enabled"] }],
        ["GET", api("debug/raw?limit=5"), undefined, { keys: ["lines"] }],
        ["GET", api("debug/state"), undefined, { keys: ["debug"] }],
        ["POST", api("debug/toggle"), { enabled: false }, { keys: ["enabled"] }],
        ["GET", "/fws/shells", undefined, { keys: ["shells"] }],
      ];
      for (const one of cases) await t.step(`${one[0]} ${one[1]}`, () => call(service, one).then());

      await t.step("GET /fws/shell/<id> and its logs", async () => {
        const { shells } = await call(service, ["GET", "/fws/shells", undefined, { keys: [] }]);
        const shell = `/fws/shell/${shells[0].shell_id}`;
        await call(service, ["GET", shell, undefined, { keys: ["shell"] }]);
        assert.equal((await service.fetch(`${shell}/logs`)).status, 200);
      });

      await t.step("WebSocket /ws/appserver", async () => {
        using socket = new EventSocket(service, `conversation=${id}`);
        await socket.next("the verdict", ({ type }) => type === "resume");
        const said = { conversation_id: id, text: "hello" };
        await call(service, ["POST", api("message"), said, { status: 202, keys: ["turn_id"] }]);
        await socket.next("the end", ({ type }) => type === "status");
        for (const type of ["activity", "message", "assistant_delta", "assistant_finalize"]) {
          assert.ok(socket.types().includes(type), type);
        }
      });

      await t.step("POST /api/appserver/stop", async () => {
        await call(service, ["POST", api("stop"), {}, { keys: ["ok", ...STATUS] }]);
        await waitFor(async () => {
          const status = await call(service, ["GET", api("status"), undefined, { keys: STATUS }]);
          return status.running === false;
        }, { what: "the agent to be stopped" });
      });
    }),
);
