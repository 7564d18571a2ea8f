import assert from "node:assert/strict";
import { PROTOCOL_VERSION } from "../../lib/protocol/generated.ts";
import { CODEX_VERSION, codexAppServer } from "../harness/codex.ts";
import { askCodex, GENERATED, render } from "../harness/generate_protocol.ts";
import { realTest } from "../harness/real_parts.ts";

Deno.test("the protocol's types are of the codex that the tests run", () => {
  assert.equal(PROTOCOL_VERSION, CODEX_VERSION);
});

realTest("the pinned codex still speaks the protocol that we have the types of", {
  needs: ["codex"],
}, async () => {
  const [codex] = codexAppServer();
  const now = (await render(await askCodex(codex!))).split("\n");
  const kept = Deno.readTextFileSync(GENERATED).split("\n");
  const [added, removed] = [missing(now, kept), missing(kept, now)];
  const told = [
    ...added.map((line) => `+ ${line.trim()}`),
    ...removed.map((line) => `- ${line.trim()}`),
  ];
  assert.deepEqual(
    told,
    [],
    `codex ${CODEX_VERSION} differs from lib/protocol/generated.ts:\n${told.join("\n")}\n` +
      "make it again by: deno run -A --no-lock tests/harness/generate_protocol.ts",
  );
});

/** The lines of `these` that `those` has not, as often as they are missing. */
function missing(these: readonly string[], those: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of those) left.set(line, (left.get(line) ?? 0) + 1);
  return these.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
