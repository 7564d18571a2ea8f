// The corpus through every place where text from outside is shown, on the server's first screen and
// in the live stream: nothing runs, nothing is fetched from elsewhere, the page's policy never has
// to step in, and no element or attribute appears that is not ours.

import assert from "node:assert/strict";
import { join } from "node:path";
import { PANELS } from "../../lib/page/panels.ts";
import { type Page, withPage } from "../harness/browser.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { realTest } from "../harness/real_parts.ts";
import { withService } from "../harness/service.ts";
import {
  addConversation,
  type Draft,
  withConversationHome,
  withHome,
} from "./conversation_home.ts";
import { fakeStream } from "./fake_stream.ts";
import { everyRow } from "./every_row.ts";
import { strangers, watch } from "./hostile_page.ts";
import { CORPUS } from "./xss_corpus.ts";

/** So many that the rows of each fit into a first screen. */
const CONVERSATIONS = 6;

/** Puts the pointer and the focus on what is there, and opens what is folded. */
async function poke(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1000, height: 12_000 });
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLElement>('.row [aria-expanded="false"]')) {
      fold.click();
    }
    for (const one of document.querySelectorAll<HTMLElement>(".row a, .row button, .row [title]")) {
      one.focus({ preventScroll: true });
      one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    }
  });
  await page.mouse.move(500, 400);
  // Two frames: what was opened is drawn, and what it asked for has begun to load.
  await page.evaluate(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  );
}

/** One conversation's rows for a part of the corpus. */
function draftsOf(texts: readonly string[]): Draft[] {
  const links = texts.map((text) =>
    `[link](${text}) and [other](<${text}>)\n\n![image](${text} "${text}")`
  );
  const attachments = texts.flatMap((text) => [
    { kind: "image", name: text, url: text },
    { kind: "mention", name: text, path: text },
  ]);
  return [
    ...everyRow(texts.join("\n\n")),
    { role: "assistant", text: links.join("\n\n") },
    { role: "user", text: "", attachments },
    ...texts.map((text): Draft => ({ role: "assistant", text })),
    ...texts.map((text): Draft => ({ role: "notice", kind: "tool", text, url: text, path: text })),
  ];
}

function parts(): string[][] {
  const size = Math.ceil(CORPUS.length / CONVERSATIONS);
  return Array.from({ length: CONVERSATIONS }, (_, at) => CORPUS.slice(at * size, (at + 1) * size));
}

/** Opens what shows the same texts around the conversation: panels, palette, search. */
async function lookAround(page: Page, word: string): Promise<void> {
  const check = async (where: string) => assert.deepEqual(await strangers(page), [], where);
  for (const { name } of PANELS) {
    await page.getByRole("textbox", { name: "Message" }).fill(`/${name}`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("tab", { selected: true }).waitFor();
    await page.locator("#panel > *").first().waitFor();
    await page.evaluate(() => {
      const folds = document.querySelectorAll<HTMLElement>('#panel [aria-expanded="false"]');
      for (const fold of [...folds].slice(0, 40)) fold.click();
    });
    await check(name);
  }
  await page.getByRole("button", { name: "Close panel" }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await check("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill(word);
  await page.getByRole("region", { name: "In messages" }).locator("li, a").first().waitFor();
  await check("search");
  await page.getByRole("searchbox").fill("");
}

realTest(
  "no text of the corpus becomes more than text on the first screen, in any row",
  { needs: ["chromium"], timeoutMs: 240_000 },
  () =>
    withHome(async (home) => {
      const ids: string[] = [];
      for (const texts of parts()) {
        const label = texts.join(" ").slice(0, 200);
        ids.push(await addConversation(home, draftsOf(texts), { label, cwd: `/${texts[0]}` }));
      }
      await withService({ home }, (service) =>
        withPage(async (page) => {
          const found = await watch(page, service);
          await page.goto(service.loginUrl);
          for (const id of ids) {
            await page.goto(`${service.url}/c/${id}`);
            await poke(page);
            assert.deepEqual(found, []);
            assert.deepEqual(await strangers(page), []);
            await page.setViewportSize({ width: 1280, height: 900 });
            await lookAround(page, "pwned");
            assert.deepEqual(found, []);
          }
          assert.ok(await page.locator(".row").count() > 60, "the rows are not there");
        }));
    }),
);

realTest(
  "no text of the corpus becomes more than text while it comes in pieces",
  { needs: ["chromium"], timeoutMs: 240_000 },
  () =>
    withConversationHome(
      [{ role: "user", text: "go" }],
      ({ home, id }) =>
        withService({ home }, (service) =>
          withPage(async (page) => {
            const found = await watch(page, service);
            await page.goto(service.loginUrl);
            const stream = await fakeStream(page, id);
            await page.goto(`${service.url}/c/${id}`);
            await stream.connected;
            for (const [at, text] of CORPUS.entries()) {
              for (const event of liveEvents(at, text)) stream.send(event);
            }
            stream.send({ type: "activity", text: "at the end", turn_id: "t" });
            await page.getByText("at the end").waitFor();
            const seen = new Set<string | null>();
            for (let more = true; more;) {
              await poke(page);
              assert.deepEqual(found, []);
              assert.deepEqual(await strangers(page), []);
              for (const row of await rowIds(page)) seen.add(row);
              more = await page.evaluate(() => {
                const box = document.querySelector(".timeline")!;
                const before = box.scrollTop;
                box.scrollTop -= 11_000;
                return box.scrollTop !== before;
              });
            }
            assert.equal(seen.size, CORPUS.length * 6 + 1, "some rows were never drawn");
          })),
    ),
);

realTest(
  "no name of a file and no word of the agent's log becomes more than text",
  { needs: ["chromium"], timeoutMs: 120_000 },
  () =>
    withHome(async (home) => {
      const log = join(home, "words.txt");
      await Deno.writeTextFile(log, CORPUS.map((text) => `${text}\n`).join(""));
      const agent = `${Deno.execPath()} run -A ${join(REPOSITORY, "main.ts")} demo-agent`;
      const appServer = `sh -c "cat ${log} >&2; exec ${agent}"`;
      await withService({ home, appServer }, (service) =>
        withPage(async (page) => {
          for (const [at, text] of CORPUS.entries()) {
            // What cannot be in a name is written otherwise.
            const name = `${at}${text.replaceAll("/", "∕").replaceAll("\0", "")}`.slice(0, 60);
            await Deno.writeTextFile(join(service.cwd, name), "");
          }
          const found = await watch(page, service);
          await page.goto(service.loginUrl);
          const message = page.getByRole("textbox", { name: "Message" });
          await message.pressSequentially("@p");
          await page.getByRole("option").nth(10).waitFor();
          assert.deepEqual(await strangers(page), []);
          await page.keyboard.press("Enter");
          assert.deepEqual(await strangers(page), []);
          await message.fill("/agent");
          await page.getByRole("button", { name: "Send" }).click();
          await page.getByRole("dialog").getByText("pwned").first().waitFor();
          assert.deepEqual(await strangers(page), []);
          assert.deepEqual(found, []);
        }));
    }),
);

const rowIds = (page: Page): Promise<(string | null)[]> =>
  page.locator(".row").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-id")));

/** Everything that can come in pieces or waits for a person, made of one text. */
function liveEvents(at: number, text: string): Record<string, unknown>[] {
  const began = { ts: "2026-01-02T04:00:00Z", place: 2e15 + at };
  const pieces = text.match(/[^]{1,7}/g) ?? [];
  const subject = [
    {
      kind: "command",
      command: text,
      cwd: text,
      network: { host: text, protocol: text },
      permissions: [text],
    },
    { kind: "file_change", files: [{ path: text, change: "add", diff: text }], grant_root: text },
    { kind: "permissions", cwd: text, permissions: [text] },
    {
      kind: "elicitation",
      server: text,
      mode: "url",
      message: text,
      url: text,
      fields: [field(text)],
      tool: { name: text, description: text, input: text },
    },
    {
      kind: "user_input",
      questions: [{
        id: text,
        header: text,
        question: text,
        options: [{ label: text, description: text }],
        free_text: true,
        secret: false,
      }],
    },
  ][at % 5];
  const decisions = [{ id: text, label: text, tone: "primary", hint: text }];
  return [
    ...pieces.map((delta) => ({ type: "assistant_delta", id: `a${at}`, delta, ...began })),
    ...pieces.map((delta) => ({ type: "reasoning_delta", id: `r${at}`, delta, ...began })),
    { type: "command_begin", id: `c${at}`, command: text, cwd: text, ...began },
    ...pieces.map((delta) => ({ type: "command_delta", id: `c${at}`, delta })),
    {
      type: "plan",
      id: `p${at}`,
      steps: [{ step: text, status: "pending" }],
      explanation: text,
      ...began,
    },
    {
      type: "notice",
      id: `n${at}`,
      kind: "tool",
      text,
      input: text,
      url: text,
      path: text,
      ...began,
    },
    {
      type: "approval",
      approval: { id: `q${at}`, turn_id: "t", reason: text, subject, decisions, ...began },
    },
    { type: "warning", text },
    { type: "activity", text, turn_id: "t" },
    { type: "conversation", label: text, thread_id: null },
    { type: "server_status", state: text, problem: text },
    { type: "server_status", state: "running", problem: null },
  ];
}

function field(text: string): Record<string, unknown> {
  const options = [{ value: text, label: text }];
  return { name: text, title: text, description: text, type: "choice", required: true, options };
}

Deno.test("the corpus has more than a hundred texts, none twice", () => {
  assert.ok(CORPUS.length >= 130, `${CORPUS.length}`);
  assert.equal(new Set(CORPUS).size, CORPUS.length);
});
