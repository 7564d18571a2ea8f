import assert from "node:assert/strict";
import * as queueOf from "../../lib/gateway/queue.ts";
import { QueueStore } from "../../lib/gateway/queue_store.ts";

const message = (id: string): queueOf.QueuedMessage => ({ id, ts: "", text: `text ${id}` });
const filled = (...ids: string[]): queueOf.Queue => ({
  ...queueOf.EMPTY_QUEUE,
  waiting: ids.map(message),
});

Deno.test("where a message goes depends on what runs, waits and is wished", () => {
  const held: queueOf.Queue = { ...filled("a"), held: "interrupted" };
  const cases = [
    ["auto", false, queueOf.EMPTY_QUEUE, "start"],
    ["queue", false, queueOf.EMPTY_QUEUE, "start"],
    ["steer", false, queueOf.EMPTY_QUEUE, "start"],
    ["auto", true, queueOf.EMPTY_QUEUE, "queue"],
    ["steer", true, queueOf.EMPTY_QUEUE, "steer"],
    ["queue", true, filled("a"), "queue"],
    ["auto", false, filled("a"), "queue"],
    ["auto", false, held, "start"],
    ["queue", false, held, "queue"],
  ] as const;
  for (const [mode, runs, queue, expected] of cases) {
    assert.equal(queueOf.route(mode, runs, queue, "queue"), expected, `${mode} ${runs}`);
  }
  assert.equal(queueOf.route("auto", true, queueOf.EMPTY_QUEUE, "steer"), "steer");
});

Deno.test("an arrangement may reorder, edit and leave out, but not bring in", () => {
  const queue = filled("a", "b", "c");
  const next = queueOf.arrange(queue, { items: [{ id: "c" }, { id: "a", text: "new" }] });
  assert.deepEqual(next?.waiting.map(({ text }) => text), ["text c", "new"]);
  assert.equal(queueOf.arrange(queue, { items: [{ id: "x" }] }), null);
  assert.equal(queueOf.arrange(queue, { items: [{ id: "a" }, { id: "a" }] }), null);
});

Deno.test("an empty queue is never held", () => {
  assert.equal(queueOf.hold("failed")(queueOf.EMPTY_QUEUE).held, null);
  assert.equal(queueOf.hold("failed")(filled("a")).held, "failed");
  const held: queueOf.Queue = { ...filled("a"), held: "failed" };
  assert.equal(queueOf.arrange(held, { items: [] })?.held, null);
});

async function withStore(
  fn: (bench: {
    store: () => QueueStore;
    told: number[];
    reports: string[];
    path: string;
  }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const told: number[] = [];
  const reports: string[] = [];
  const store = () =>
    new QueueStore({
      folder: (id) => `${folder}/${id}`,
      onChange: (_, { waiting }) => void told.push(waiting.length),
      report: (problem) => void reports.push(problem),
    });
  try {
    await Deno.mkdir(`${folder}/c`);
    await fn({ store, told, reports, path: `${folder}/c/queue.json` });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a queue survives in its file, which goes when it is empty", () =>
  withStore(async ({ store, path }) => {
    const first = store();
    await first.get("c");
    await Promise.all(["a", "b"].map((id) => first.change("c", queueOf.append(message(id)))));
    await first.change("c", queueOf.send(message("a")));
    const second = store();
    assert.deepEqual(await second.onDisk(), ["c"]);
    const read = await second.get("c");
    assert.deepEqual(read.waiting.map(({ id }) => id), ["b"]);
    assert.deepEqual(read.sent.map(({ id }) => id), ["a"]);
    await second.change("c", queueOf.remove("b"));
    await second.change("c", queueOf.settle(() => true));
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    assert.deepEqual(second.busy(), []);
  }));

Deno.test("pages are told of what they can see, and of nothing else", () =>
  withStore(async ({ store, told }) => {
    const queues = store();
    await queues.get("c");
    await queues.change("c", queueOf.append(message("a")));
    await queues.change("c", queueOf.send(message("z")));
    await queues.change("c", queueOf.assign("z", "turn"));
    await queues.change("c", queueOf.settle(() => true));
    assert.deepEqual(told, [1]);
  }));

Deno.test("a broken file is put aside and reported, and the queue works", () =>
  withStore(async ({ store, path, reports }) => {
    for (const text of ["{half", '{"waiting": "all"}']) {
      await Deno.writeTextFile(path, text);
      const queues = store();
      assert.deepEqual((await queues.get("c")).waiting, []);
      await queues.change("c", queueOf.append(message("a")));
      assert.equal(await Deno.readTextFile(`${path}.broken`), text);
      await queues.change("c", queueOf.remove("a"));
    }
    assert.equal(reports.length, 2);
  }));
