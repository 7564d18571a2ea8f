// The Terminal panel in a real browser on a real bash: typing, resize, two tabs, reconnect, blocks,
// pasting, and the composer's `!`. The page's content policy is strict, and must not be violated.

import assert from "node:assert/strict";
import { join } from "node:path";
import { violations } from "../harness/accessibility.ts";
import { realTest } from "../harness/real_parts.ts";
import { editor, type Page, ready, type Service, waitFor, withControls } from "./controls_bench.ts";

async function conversation(service: Service): Promise<string> {
  const response = await service.fetch("/api/appserver/conversations", {
    method: "POST",
    body: "{}",
  });
  return (await response.json()).id;
}

/** Opens a conversation with the Terminal panel beside it. */
async function openTerminal(page: Page, service: Service, id: string): Promise<void> {
  const value = "terminal";
  await page.context().addCookies([{ name: "pilothouse_panel", value, url: service.url }]);
  await page.goto(`${service.url}/c/${id}`);
  await ready(page);
  await shows(page, /[#$] *$/);
}

const screen = (page: Page) => page.locator(".terminal-host .xterm-rows");

/** Waits until the terminal shows a text. */
async function shows(page: Page, text: RegExp): Promise<void> {
  await screen(page).waitFor();
  const seen = () => screen(page).innerText().then((all) => text.test(all.trimEnd()));
  await waitFor(seen, { what: `the terminal to show ${text}` });
}

async function type(page: Page, line: string): Promise<void> {
  await page.locator(".terminal-host").click();
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
}

const size = (service: Service, id: string) =>
  service.fetch(`/api/mcp/agent-pty/status?conversation_id=${id}`)
    .then((response) => response.json() as Promise<{ cols: number; rows: number }>);

realTest(
  "the terminal",
  { needs: ["chromium", "bash"], timeoutMs: 240_000 },
  (t) =>
    withControls(
      t,
      { env: { SHELL: "/bin/bash", PILOTHOUSE_DEMO_SPEED: "0.05" } },
      async (step, service) => {
        await step(
          "what is typed runs, has its mark, its row and its chip, and the policy holds",
          async (page, problems) => {
            const id = await conversation(service);
            await openTerminal(page, service, id);
            await type(page, "echo $((6*7))-typed; printf '\\033[38;2;200;0;0mRED\\033[0m\\n'");
            await shows(page, /42-typed/);
            await page.locator(".block-mark.good").first().waitFor();
            await type(page, "false");
            await page.locator(".block-mark.bad").first().waitFor();
            await page.locator(".row.command.person", { hasText: "false" }).waitFor();
            await page.getByRole("button", { name: "2 commands attached" }).waitFor();
            const red = await page.locator(".xterm-rows span", { hasText: /^RED$/ }).last()
              .evaluate((span) => getComputedStyle(span).color);
            assert.match(red, /^rgb\(200, 0, 0\)$/);
            assert.deepEqual(problems, []);
            assert.deepEqual(await violations(page, ".side"), []);
          },
        );

        await step(
          "the shell gets the size of the panel, and another one when it changes",
          async (page) => {
            const id = await conversation(service);
            await openTerminal(page, service, id);
            const before = await waitFor(async () => {
              const now = await size(service, id);
              return now.cols !== 120 ? now : null;
            }, { what: "the shell to have the panel's size" });
            await page.setViewportSize({ width: 1600, height: 500 });
            await waitFor(async () => {
              const now = await size(service, id);
              return now!.cols > before!.cols && now!.rows < before!.rows;
            }, { what: "the shell to have the new size" });
            await type(page, "stty size");
            const { cols, rows } = await size(service, id);
            await shows(page, new RegExp(`${rows} ${cols}`));
          },
        );

        await step("two tabs show one shell, and each sees what the other types", async (page) => {
          const id = await conversation(service);
          await openTerminal(page, service, id);
          await type(page, "X=from-first; echo first-$((1+1))");
          await shows(page, /first-2/);
          const second = await page.context().newPage();
          await openTerminal(second, service, id);
          await shows(second, /first-2/);
          await type(second, "echo $X-and-second");
          await shows(second, /from-first-and-second/);
          // A tab in the background draws nothing.
          await page.bringToFront();
          await shows(page, /from-first-and-second/);
          await second.close();
        });

        await step(
          "a line that is cut comes back with all that was shown, and goes on",
          async (page) => {
            const id = await conversation(service);
            await page.addInitScript(() => {
              const all: WebSocket[] = [];
              const Real = globalThis.WebSocket;
              globalThis.WebSocket = class extends Real {
                constructor(url: string | URL, protocols?: string | string[]) {
                  super(url, protocols);
                  if (String(url).includes("/ws/pty/")) all.push(this);
                }
              };
              Object.assign(globalThis, { terminalLines: all });
            });
            await openTerminal(page, service, id);
            await type(page, "echo before-$((2*2))");
            await shows(page, /before-4/);
            const lines = await page.evaluateHandle(() =>
              (globalThis as unknown as { terminalLines: WebSocket[] }).terminalLines
            );
            await lines.evaluate(([first]) => first!.close());
            await waitFor(
              () => lines.evaluate((all) => all.length > 1 && all.at(-1)!.readyState === 1),
              {
                what: "another line",
              },
            );
            await page.getByText("The line is cut").waitFor({ state: "detached" });
            await shows(page, /before-4/);
            await type(page, "echo after-$((3*3))");
            await shows(page, /after-9/);
          },
        );

        await step(
          "a click on a mark copies the command or its output, or attaches it",
          async (page) => {
            const id = await conversation(service);
            await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
            await openTerminal(page, service, id);
            await type(page, "printf 'a\\nb\\n'");
            await page.getByRole("button", { name: "1 command attached" }).waitFor();
            await page.getByRole("button", { name: "Attach no commands" }).click();
            await page.getByText("1 command attached").waitFor({ state: "detached" });
            const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
            const choose = async (name: string) => {
              await page.locator(".block-mark.good").first().click();
              await page.locator(".block-popup").getByRole("button", { name }).click();
            };
            await choose("Copy command");
            await waitFor(async () => await clipboard() === "printf 'a\\nb\\n'", {
              what: "the command",
            });
            await choose("Copy output");
            await waitFor(async () => (await clipboard()).trim() === "a\nb", {
              what: "the output",
            });
            await choose("Attach to next message");
            await page.getByRole("button", { name: "1 command attached" }).click();
            await page.getByRole("dialog").getByText("Exactly what the model gets").click();
            await page.getByText(/CODEX_META .*user_cmd_context/).waitFor();
            await page.getByRole("button", { name: /Do not attach/ }).click();
            await page.getByText("1 command attached").waitFor({ state: "detached" });
          },
        );

        await step("several lines are pasted only after a word of the person", async (page) => {
          const id = await conversation(service);
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
          await openTerminal(page, service, id);
          await page.evaluate(() =>
            navigator.clipboard.writeText("echo p-$((1+0))\necho p-$((1+1))\n")
          );
          await page.locator(".terminal-host").click();
          await page.keyboard.press("Control+V");
          await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
          await page.keyboard.press("Control+V");
          await page.getByRole("alertdialog").getByRole("button", { name: "Paste" }).click();
          await page.keyboard.press("Enter");
          await shows(page, /p-1[^]*p-2/);
          assert.ok(!/p-2[^]*p-1\n/.test(await screen(page).innerText()), "nothing ran twice");
        });

        await step(
          "a conversation whose agent is not to be told attaches nothing",
          async (page) => {
            const id = await conversation(service);
            await openTerminal(page, service, id);
            await page.getByRole("button", { name: "Tell the agent", pressed: true }).click();
            await page.getByRole("button", { name: "Tell the agent", pressed: false }).waitFor();
            await type(page, "echo quiet-$((1+2))");
            await page.locator(".row.command.person", { hasText: "quiet-3" }).waitFor();
            await page.getByRole("button", { name: "Tell the agent", pressed: false }).click();
            await page.getByRole("button", { name: "Tell the agent", pressed: true }).waitFor();
            await type(page, "echo told-$((2+2))");
            await page.getByRole("button", { name: "1 command attached" }).waitFor();
          },
        );

        await step("words are found, and F6 leaves the terminal", async (page) => {
          const id = await conversation(service);
          await openTerminal(page, service, id);
          await type(page, "echo need''le");
          await shows(page, /needle/);
          await page.keyboard.press("Control+Shift+F");
          await page.getByRole("searchbox", { name: "Search the terminal" }).fill("needle");
          await page.keyboard.press("Enter");
          await waitFor(() => page.locator(".xterm-selection div").count(), {
            what: "a selection",
          });
          await page.getByRole("searchbox", { name: "Search the terminal" }).fill(
            "nowhere-to-be-found",
          );
          await page.keyboard.press("Enter");
          await page.getByText("Not found").waitFor();
          await page.keyboard.press("Escape");
          await page.keyboard.press("F6");
          await waitFor(
            () => page.evaluate(() => document.activeElement?.textContent === "Commands"),
            {
              what: "the focus on the tools",
            },
          );
        });

        await step(
          "! runs in the same shell; Frontend displays clean message (no envelope)",
          async (page) => {
            await editor(page).click();
            await page.keyboard.type("!Y=shared; echo card-$((5*5))");
            await page.keyboard.press("Enter");
            const card = page.locator(".row.command.person", { hasText: "card-25" });
            await card.waitFor();
            await page.getByRole("button", { name: "1 command attached" }).waitFor();
            await editor(page).click();
            await page.keyboard.type("!echo live-1; until [ -e go ]; do sleep 0.1; done; echo $Y");
            await page.keyboard.press("Enter");
            await page.locator(".row.command.person.running .output", { hasText: "live-1" })
              .waitFor();
            await Deno.writeTextFile(join(service.cwd, "go"), "");
            await page.locator(".row.command.person.completed", { hasText: "live-1" }).waitFor();
            await page.getByRole("button", { name: "2 commands attached" }).waitFor();
            await editor(page).click();
            await page.keyboard.type("hello there");
            await page.keyboard.press("Enter");
            await page.locator(".row.user", { hasText: "hello there" }).waitFor();
            await page.getByText(/commands? attached/).waitFor({ state: "detached" });
            assert.ok(!(await page.content()).includes("CODEX_META"));
          },
        );
      },
    ),
);
