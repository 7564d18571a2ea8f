// The two file doors: what was written while nobody looked, half lines, cut, rotated and replaced
// files, and files that must not be used.

import assert from "node:assert/strict";
import { join } from "node:path";
import { inboxLines } from "../../lib/events/inbox_lines.ts";
import { distrust } from "../../lib/events/thread_folder.ts";
import { fc } from "../harness/properties.ts";
import { EventDesk, SECRET, THREAD, withDesk } from "./event_desk.ts";
import { threadToken } from "../../lib/events/event_tokens.ts";

let number = 0;
function line(id = `evt_${++number}`): string {
  return JSON.stringify({
    ...{ schema_version: 1, event_id: id, time_unix_ms: 1, type: "build.status" },
    ...{ severity: "info", title: "t", summary: "s" },
  });
}

function append(desk: EventDesk, text: string): void {
  Deno.writeTextFileSync(desk.paths.inbox, text, { append: true, create: true });
}

async function taken(desk: EventDesk): Promise<string[]> {
  await desk.doors.poll();
  return await desk.ids();
}

Deno.test("events that were written while nobody looked are read at the start", () =>
  withDesk(async (desk) => {
    await Deno.mkdir(desk.paths.drop, { recursive: true, mode: 0o700 });
    append(desk, `${line("a")}\n${line("b")}\n`);
    await Deno.writeTextFile(join(desk.paths.drop, "c.json"), line("c"));
    await desk.doors.open("http://127.0.0.1:1", [THREAD]);
    assert.deepEqual((await desk.ids()).sort(), ["a", "b", "c"]);
  }, { closed: true }));

Deno.test("a partial line waits until it is finished", () =>
  withDesk(async (desk) => {
    const whole = line("a");
    append(desk, whole.slice(0, 40));
    assert.deepEqual(await taken(desk), []);
    append(desk, whole.slice(40));
    assert.deepEqual(await taken(desk), []);
    append(desk, "\n");
    assert.deepEqual(await taken(desk), ["a"]);
    assert.deepEqual(desk.quarantined(), []);
  }));

Deno.test("a line that a script broke with a backslash is one line", () =>
  withDesk(async (desk) => {
    append(desk, line("a").replace(',"type"', ',\\\n"type"') + "\n");
    assert.deepEqual(await taken(desk), ["a"]);
  }));

Deno.test("reading goes on where it stood, after a restart as well", async () => {
  await withDesk(async (desk) => {
    append(desk, `${line("a")}\n`);
    assert.deepEqual(await taken(desk), ["a"]);
    const mark = (await desk.service.thread(THREAD))!.ledger.inbox!;
    assert.equal(mark.offset, Deno.statSync(desk.paths.inbox).size);
    await desk.close();
    append(desk, `${line("b")}\n`);
    const again = new EventDesk(desk.root, {});
    await again.doors.open("http://127.0.0.1:1", [THREAD]);
    assert.deepEqual(await again.ids(), ["a", "b"]);
    assert.deepEqual(again.problems, []);
    await again.close();
  });
});

const REPLACED: readonly [name: string, change: (path: string, text: string) => void][] = [
  ["cut and written anew", (path, text) => Deno.writeTextFileSync(path, text)],
  ["rotated", (path, text) => {
    Deno.renameSync(path, `${path}.1`);
    Deno.writeTextFileSync(path, text);
  }],
  ["replaced by a rename", (path, text) => {
    Deno.writeTextFileSync(`${path}.tmp`, text);
    Deno.renameSync(`${path}.tmp`, path);
  }],
  ["deleted and made anew", (path, text) => {
    Deno.removeSync(path);
    Deno.writeTextFileSync(path, text);
  }],
];

for (const [name, change] of REPLACED) {
  Deno.test(`an inbox that was ${name} is read from its beginning`, () =>
    withDesk(async (desk) => {
      append(desk, `${line("a")}\n${line("b")}\n`);
      await taken(desk);
      change(desk.paths.inbox, `${line("c")}\n${line("d")}\n${line("e")}\n`);
      assert.deepEqual(await taken(desk), ["a", "b", "c", "d", "e"]);
    }));
}

Deno.test("what came last into a file before it was rotated is not lost", () =>
  withDesk(async (desk) => {
    append(desk, `${line("a")}\n`);
    await taken(desk);
    append(desk, `${line("b")}\n`);
    Deno.renameSync(desk.paths.inbox, `${desk.paths.inbox}.1`);
    append(desk, `${line("c")}\n`);
    assert.deepEqual(await taken(desk), ["a", "b", "c"]);
  }));

Deno.test("a bad line goes into quarantine with its reason, and the others come in", () =>
  withDesk(async (desk) => {
    append(desk, `${line("a")}\nnonsense\n\n${line("b")}\n${"x".repeat(70_000)}\n${line("c")}\n`);
    assert.deepEqual(await taken(desk), ["a", "b", "c"]);
    assert.deepEqual(desk.quarantined().map(({ code, text }) => [code, text.slice(0, 8)]), [
      ["invalid_event", "nonsense"],
      ["too_large", "xxxxxxxx"],
    ]);
    assert.equal(Deno.statSync(desk.paths.quarantine).mode! & 0o777, 0o600);
  }));

Deno.test("a line without an end in sight is given up, and what follows is read", () =>
  withDesk(async (desk) => {
    append(desk, "x".repeat(1_200_000));
    await taken(desk);
    append(desk, `\n${line("a")}\n`);
    assert.deepEqual(await taken(desk), ["a"]);
    assert.ok(desk.quarantined().every(({ code }) => /too_large|invalid_event/.test(code)));
  }));

Deno.test("an inbox that others may write, or that is a link, is refused with a clear report", () =>
  withDesk(async (desk) => {
    append(desk, `${line("a")}\n`);
    Deno.chmodSync(desk.paths.inbox, 0o666);
    assert.deepEqual(await taken(desk), []);
    assert.deepEqual(await taken(desk), []);
    assert.deepEqual(desk.problems, [`${desk.paths.inbox} is not used: others may write to it`]);
    Deno.chmodSync(desk.paths.inbox, 0o600);
    assert.deepEqual(await taken(desk), ["a"], "it is read when it was mended");
    Deno.removeSync(desk.paths.inbox);
    Deno.writeTextFileSync(join(desk.root, "elsewhere"), `${line("b")}\n`);
    Deno.symlinkSync(join(desk.root, "elsewhere"), desk.paths.inbox);
    assert.deepEqual(await taken(desk), ["a"]);
    assert.match(desk.problems.at(-1)!, /it is a symbolic link/);
  }));

Deno.test("a stranger's file is told by its owner", () => {
  const info = { isFile: true, isDirectory: false, isSymlink: false, mode: 0o600, uid: 1_000 };
  assert.equal(distrust(info, "file", 1_000), null);
  assert.equal(distrust(info, "file", 1_001), "it belongs to another user");
  assert.equal(distrust({ ...info, mode: 0o620 }, "file", 1_000), "others may write to it");
  assert.equal(distrust(info, "folder", 1_000), "it is no folder");
});

Deno.test("a dropped file is consumed by moving it, and a bad one is kept apart", () =>
  withDesk(async (desk) => {
    const drop = (name: string, text: string) =>
      Deno.writeTextFileSync(join(desk.paths.drop, name), text);
    drop("one.json", line("a"));
    drop("list.json", `[${line("b")},${line("c")}]`);
    drop("lines.jsonl", `${line("d")}\n${line("e")}\n`);
    Deno.utimeSync(join(desk.paths.drop, "lines.jsonl"), 0, 0);
    drop("bad.json", `{"event_id":"x"}`);
    drop(".hidden.json", line("no"));
    drop("other.txt", line("no"));
    assert.deepEqual((await taken(desk)).sort(), ["a", "b", "c", "d", "e"]);
    const names = (folder: string) =>
      [...Deno.readDirSync(join(desk.paths.drop, folder))].map(({ name }) => name.split("-")[1])
        .sort();
    assert.deepEqual(names("done"), ["lines.jsonl", "list.json", "one.json"]);
    assert.deepEqual(names("refused"), ["bad.json"]);
    assert.deepEqual(desk.quarantined().map(({ place }) => place), ["bad.json"]);
  }));

Deno.test("a dropped file that is not whole yet is left alone", () =>
  withDesk(async (desk) => {
    const file = join(desk.paths.drop, "slow.json");
    Deno.writeTextFileSync(file, line("a").slice(0, 30));
    assert.deepEqual(await taken(desk), []);
    Deno.writeTextFileSync(file, line("a"));
    assert.deepEqual(await taken(desk), ["a"]);
    assert.deepEqual(desk.quarantined(), []);
  }));

Deno.test("a dropped file with nothing in it, or with lines that may go on, is waited for", () =>
  withDesk(async (desk) => {
    const [empty, lines] = ["empty.json", "lines.jsonl"].map((n) => join(desk.paths.drop, n));
    Deno.writeTextFileSync(empty!, "");
    Deno.writeTextFileSync(lines!, `${line("a")}\n`);
    assert.deepEqual(await taken(desk), []);
    Deno.writeTextFileSync(empty!, line("c"));
    Deno.writeTextFileSync(lines!, `${line("b")}\n`, { append: true });
    assert.deepEqual(await taken(desk), ["c"]);
    Deno.utimeSync(lines!, 0, 0);
    assert.deepEqual((await taken(desk)).sort(), ["a", "b", "c"]);
    assert.deepEqual(desk.quarantined(), []);
  }));

Deno.test("the discovery file tells where the doors are, for its owner alone", () =>
  withDesk(async (desk) => {
    const read = () => JSON.parse(Deno.readTextFileSync(desk.paths.discovery));
    const found = read();
    assert.equal(found.token, threadToken(SECRET, THREAD));
    assert.deepEqual(found.http, { url: "http://127.0.0.1:1/v1/events" });
    assert.deepEqual(found.ipc, { type: "uds", path: desk.paths.socket });
    assert.deepEqual(found.capabilities, {
      ...{ notify: true, queue_for_next_turn: true, append_to_thread: true },
      ...{ turn_steer: true, auto_turn: true },
    });
    assert.equal(Deno.statSync(desk.paths.discovery).mode! & 0o777, 0o600);
    assert.equal(Deno.statSync(desk.paths.socket).mode! & 0o777, 0o600);
    const [answer] = await desk.socket(
      [`{"token":"${found.token}","event":${line("s")}}`],
      found.ipc.path,
    );
    assert.equal((answer as { ok: boolean }).ok, true, JSON.stringify(answer));
    await desk.close();
    assert.deepEqual([read().http, read().ipc], [null, null], "nobody listens any more");
  }));

Deno.test("lines come out whole, however the file is cut into pieces", () => {
  const piece = fc.stringMatching(/^[a-z\\]{0,12}$/);
  fc.assert(fc.property(fc.array(piece), fc.nat(), (pieces, cut) => {
    const bytes = new TextEncoder().encode(pieces.map((text) => `${text}\n`).join(""));
    const at = bytes.length === 0 ? 0 : cut % bytes.length;
    const first = inboxLines(bytes.subarray(0, at), 0);
    const from = first.at(-1)?.end ?? 0;
    const both = [...first, ...inboxLines(bytes.subarray(from), from)];
    assert.deepEqual(both, inboxLines(bytes, 0));
  }));
});
