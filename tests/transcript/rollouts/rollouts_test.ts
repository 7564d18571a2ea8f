import assert from "node:assert/strict";
import { join } from "@std/path";
import { Rollouts } from "../../../lib/transcript/rollouts/rollouts.ts";
import type { ImportOutcome } from "../../../lib/transcript/rollouts/rollout_import.ts";
import { recorded, THREAD, withCodexHome } from "./codex_home.ts";

const NOW = "2026-12-01T00:00:00.000Z";
const OTHER = "01a1ee25-4a0b-7c21-93a1-66509b81ae11";

function imported(outcome: ImportOutcome) {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome;
}

Deno.test("rollouts are listed newest first, page by page, with what they are about", () =>
  withCodexHome(async ({ folder, rollouts, put }) => {
    assert.deepEqual(await rollouts.list(5, null), { rollouts: [], next: null });
    const text = await recorded("09-resume-0");
    const days = ["2025/12/31", "2026/01/02", "2026/11/17", "2026/11/18"];
    for (const day of days) await put(text, THREAD, day);
    await put(text, OTHER, "2026/11/18");
    // What else lies there: our own folders beside the years, and files of other kinds.
    await Deno.mkdir(join(folder, "sessions", THREAD));
    await Deno.writeTextFile(join(folder, "sessions/2026/11/18/notes.txt"), "");
    await Deno.symlink("/etc", join(folder, "sessions/2026/12"));

    const seen: string[] = [];
    for (let cursor: string | null = null;;) {
      const page = await rollouts.list(2, cursor);
      seen.push(...page.rollouts.map(({ path }) => path));
      if (page.next === null) break;
      cursor = page.next;
    }
    assert.deepEqual(seen.map((path) => path.slice(0, 10)), [
      ...["2026/11/18", "2026/11/18", "2026/11/17", "2026/01/02", "2025/12/31"],
    ]);
    assert.deepEqual(seen, [...seen].sort().reverse());
    const { rollouts: [row] } = await rollouts.list(1, seen[0]!);
    assert.deepEqual(
      [row?.thread_id, row?.first_message, row?.cwd, row?.model, row?.problem],
      [THREAD, "first", "/home/dev/project/09-resume", "gpt-5.5", null],
    );
  }));

Deno.test("only a rollout can be named, and only one in its place", () =>
  withCodexHome(async ({ folder, rollouts: { files }, put }) => {
    const path = await put("{}");
    assert.equal((await files.find(path))?.path, path);
    assert.equal((await files.find(join(folder, "sessions", path)))?.path, path);
    assert.equal((await files.ofThread(THREAD))?.path, path);
    const link = path.replace(THREAD, OTHER);
    await Deno.symlink("/etc/passwd", join(folder, "sessions", link));
    for (
      const wrong of [
        "/etc/passwd",
        "../config.toml",
        `2026/11/18/../../../../etc/passwd`,
        `2026/11/18/..`,
        "2026/11/18/notes.txt",
        link,
        "",
      ]
    ) assert.equal(await files.find(wrong), null, wrong);
    assert.equal(await files.ofThread(OTHER), null);
  }));

Deno.test("an import makes a conversation that goes on with the thread, once", () =>
  withCodexHome(async ({ rollouts, conversations, put }) => {
    const file = (await rollouts.files.find(await put(await recorded("09-resume-0"))))!;
    const [one, same] = await Promise.all([
      rollouts.import(file, false, NOW),
      rollouts.import(file, false, NOW),
    ]);
    const { meta, entries } = imported(one);
    assert.deepEqual(
      [meta.thread_id, meta.label, meta.cwd, meta.model, meta.rollout_path],
      [THREAD, "first", "/home/dev/project/09-resume", "gpt-5.5", rollouts.files.absolute(file)],
    );
    assert.equal(imported(same).meta.conversation_id, meta.conversation_id);
    assert.equal(await conversations.transcript(meta.conversation_id).total(), entries);
    const again = imported(await rollouts.import(file, false, NOW));
    assert.deepEqual([again.existing, again.meta.conversation_id], [true, meta.conversation_id]);
    assert.equal((await conversations.list()).length, 1);
    const { rollouts: [row] } = await rollouts.list(1, null);
    assert.equal(row?.conversation_id, meta.conversation_id);
  }));

Deno.test("a damaged rollout is told with its line, leaves nothing, and can be started afresh", () =>
  withCodexHome(async ({ rollouts, conversations, put, folder }) => {
    const lines = (await recorded("09-resume-0")).trim().split("\n");
    const broken = [...lines.slice(0, 25), '{"type":"event_m\0\0', ...lines.slice(25)].join("\n");
    const file = (await rollouts.files.find(await put(broken)))!;
    const told = await rollouts.import(file, false, NOW);
    assert.deepEqual([told.ok, !told.ok && told.line], [false, 26]);
    assert.deepEqual(await conversations.list(), []);
    const home = join(folder, "../home/conversations");
    assert.deepEqual([...Deno.readDirSync(home)], [], "nothing is left of the attempt");

    const { meta } = imported(await rollouts.import(file, true, NOW));
    assert.equal(meta.thread_id, null);
    const { entries } = await conversations.transcript(meta.conversation_id).range();
    assert.ok(entries.some((entry) => entry.role === "assistant" && /Welcome/.test(entry.text)));
    const last = entries.at(-1);
    assert.ok(last?.role === "notice" && last.text.includes("Line 26"));
  }));

Deno.test("a file without its session is damaged, a torn last line is not", () =>
  withCodexHome(async ({ rollouts, put }) => {
    const text = await recorded("09-resume-0");
    const importOf = async (content: string) => {
      const file = (await rollouts.files.find(await put(content)))!;
      return await rollouts.import(file, false, NOW);
    };
    for (const bad of ["", "\n", "not json\n", text.split("\n").slice(1).join("\n")]) {
      const told = await importOf(bad);
      assert.deepEqual([told.ok, !told.ok && told.line], [false, 1], bad.slice(0, 20));
    }
    imported(await importOf(text.slice(0, -40)));
  }));

Deno.test("context that came with a message is not shown as the person's words", () =>
  withCodexHome(async ({ conversations, folder, put }) => {
    const strip = (text: string) => text.slice(text.lastIndexOf("\x1f") + 1);
    const rollouts = new Rollouts(folder, conversations, strip);
    const file = (await rollouts.files.find(await put(await recorded("11-envelope-0"))))!;
    const { meta } = imported(await rollouts.import(file, false, NOW));
    const { entries } = await conversations.transcript(meta.conversation_id).range({ after: 0 });
    const texts = entries.flatMap((entry) => entry.role === "user" ? [entry.text] : []);
    assert.ok(texts.length > 3);
    assert.deepEqual(texts.filter((text) => text.startsWith("\x1eCODEX_META")), []);
    const { first_message } = await rollouts.preview(file, 0);
    assert.equal(first_message?.startsWith("\x1e"), false);
  }));

Deno.test("a preview has the first rows and reads the head only", () =>
  withCodexHome(async ({ rollouts, put }) => {
    const text = await recorded("09-resume-0");
    const path = await put(text + "damaged far behind the head\n".repeat(50_000));
    const preview = await rollouts.preview((await rollouts.files.find(path))!, 3);
    assert.deepEqual(preview.entries.map(({ role }) => role), ["user", "reasoning", "command"]);
    assert.equal(preview.problem, null);
  }));

Deno.test("a preview shows what was said in a session whose only turn never ended", () =>
  withCodexHome(async ({ rollouts, put }) => {
    const timestamp = "2026-05-20T10:00:00.000Z";
    const path = await put(
      [
        { type: "session_meta", payload: { id: "t", timestamp, cwd: "/work" } },
        { type: "event_msg", payload: { type: "user_message", message: "asked", images: [] } },
        { type: "event_msg", payload: { type: "agent_message", message: "answered" } },
      ].map((record) => `${JSON.stringify({ timestamp, ...record })}\n`).join(""),
    );
    const { entries } = await rollouts.preview((await rollouts.files.find(path))!, 5);
    const said = entries.flatMap((entry) => "text" in entry ? [entry.text] : []);
    assert.deepEqual(said.slice(0, 2), ["asked", "answered"]);
  }));
