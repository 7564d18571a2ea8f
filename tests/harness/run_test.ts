import assert from "node:assert/strict";
import { join } from "node:path";
import { REPOSITORY } from "./cache_folder.ts";
import { processesOf } from "./processes.ts";
import { realTest } from "./real_parts.ts";

const PIPE_CLIENT = join(REPOSITORY, "tests/harness/pipe_client.ts");
const REAL_PARTS = join(REPOSITORY, "tests/harness/real_parts.ts");

interface Outcome {
  readonly code: number;
  readonly last: string;
  readonly all: string;
}

/** Runs tests/run.ts over one sample file. */
async function runSample(
  source: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "pilothouse-sample-" });
  try {
    const sample = join(folder, "sample_test.ts");
    await Deno.writeTextFile(sample, source);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "tests/run.ts", ...(options.args ?? []), sample],
      cwd: REPOSITORY,
      env: { NO_COLOR: "1", PILOTHOUSE_REQUIRE_REAL: "0", ...options.env },
    }).output();
    const text = new TextDecoder().decode(stdout);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    return { code, last, all: text + new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

realTest("a run of passing tests ends with its counts and code 0", { needs: [] }, async () => {
  const { code, last } = await runSample(`
    Deno.test("one", async (t) => { await t.step("a", () => {}); await t.step("b", () => {}); });
    Deno.test("two", () => {});
    Deno.test({ name: "three", ignore: true, fn() {} });`);
  assert.deepEqual({ code, last }, { code: 0, last: "2 passed, 0 failed, 1 skipped" });
});

realTest("a failing test is named again before the last line", { needs: [] }, async () => {
  const { code, last, all } = await runSample(`
    Deno.test("good", () => {});
    Deno.test("the ship leaks", () => { throw new Error("water"); });`);
  assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 1 failed, 0 skipped" });
  assert.match(all, /^failed: the ship leaks \(.*sample_test\.ts\)$/m);
});

realTest("a type error fails the run in the usual form", { needs: [] }, async () => {
  const { code, last, all } = await runSample(`
    const n: number = "no"; Deno.test("one", () => { n; });`);
  assert.deepEqual({ code, last }, { code: 1, last: "0 passed, 1 failed, 0 skipped" });
  assert.match(all, /^failed: type checking failed$/m);
});

realTest("a file that dies outside of its tests is a failure", { needs: [] }, async () => {
  const { code, last } = await runSample(`
    Deno.test("one", () => {});
    throw new Error("no reason");`);
  assert.deepEqual({ code, last }, { code: 1, last: "0 passed, 1 failed, 0 skipped" });
});

realTest("a run in which no test ran is a failure", { needs: [] }, async () => {
  const { code, last, all } = await runSample(`Deno.test("one", () => {});`, {
    args: ["--filter", "nothing is called so"],
  });
  assert.deepEqual({ code, last }, { code: 1, last: "0 passed, 0 failed, 0 skipped" });
  assert.match(all, /no test ran/);
});

realTest("a hanging test is stopped with its processes, and said so", { needs: [] }, async () => {
  const marker = crypto.randomUUID();
  const { code, last, all } = await runSample(
    `Deno.test({ name: "hangs", sanitizeResources: false, sanitizeOps: false, async fn() {
      new Deno.Command("sleep", { args: ["300"], env: { PILOTHOUSE_TEST_RUN: "${marker}" } })
        .spawn();
      await new Promise((r) => setTimeout(r, 300_000));
    } });`,
    { args: ["--limit-s", "3"] },
  );
  assert.deepEqual({ code, last }, { code: 1, last: "0 passed, 1 failed, 0 skipped" });
  assert.match(all, /stopped after 3 s: a test hangs/);
  assert.deepEqual(processesOf(marker), []);
});

realTest(
  "a real test that hangs fails by itself, and what it started ends",
  { needs: [] },
  async () => {
    const { code, last, all } = await runSample(`import { realTest } from "file://${REAL_PARTS}";
    import { withPipeClient } from "file://${PIPE_CLIENT}";
    const cat = { command: ["cat"], env: { PATH: "/usr/bin:/bin" } };
    realTest("waits for ever", { needs: [], timeoutMs: 300 }, () =>
      withPipeClient(cat, () => new Promise(() => {})));
    realTest("goes on", { needs: [] }, () => {});`);
    assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 1 failed, 0 skipped" });
    assert.match(all, /the test was not done after 0\.3 s/);
    assert.match(all, /^failed: waits for ever \(.*sample_test\.ts\)$/m);
  },
);

realTest("a process that outlives the tests is a failure and is ended", { needs: [] }, async () => {
  const marker = crypto.randomUUID();
  const { code, all } = await runSample(
    `Deno.test({ name: "leaves one", sanitizeResources: false, sanitizeOps: false, fn() {
      new Deno.Command("setsid", {
        args: ["sleep", "300"], env: { PILOTHOUSE_TEST_RUN: "${marker}" },
        stdin: "null", stdout: "null", stderr: "null",
      }).spawn().unref();
    } });`,
  );
  assert.equal(code, 1);
  assert.match(all, /outlived the tests:\n\d+ sleep 300/);
  assert.deepEqual(processesOf(marker), []);
});

const NEEDS_CODEX = `import { realTest } from "file://${REAL_PARTS}";
  realTest("talks to codex", { needs: ["codex"] }, () => {});
  Deno.test("plain", () => {});`;

async function withoutRegistry(env: Record<string, string>): Promise<Outcome> {
  const cache = await Deno.makeTempDir({ prefix: "pilothouse-cache-" });
  try {
    return await runSample(NEEDS_CODEX, {
      env: {
        PILOTHOUSE_TEST_CACHE: cache,
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_cache: join(cache, "npm"),
        ...env,
      },
    });
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

realTest("without a registry a test on codex is skipped in one line", { needs: [] }, async () => {
  const { code, last, all } = await withoutRegistry({});
  assert.deepEqual({ code, last }, { code: 0, last: "1 passed, 0 failed, 1 skipped" });
  const said = all.split("\n").filter((line) => line.startsWith("skipped: "));
  assert.equal(said.length, 1);
  assert.match(
    said[0] ?? "",
    /^skipped: "talks to codex" needs codex \(npm package .*ECONNREFUSED/,
  );
});

realTest("where every part is required, a missing one fails its test", { needs: [] }, async () => {
  const { code, last, all } = await withoutRegistry({ PILOTHOUSE_REQUIRE_REAL: "1" });
  assert.deepEqual({ code, last }, { code: 1, last: "1 passed, 1 failed, 0 skipped" });
  assert.match(all, /"talks to codex" needs codex \(npm package @openai\/codex@0\.169\.0/);
});

realTest("the unit run leaves real tests out and fetches nothing", { needs: [] }, async () => {
  const { code, last } = await runSample(NEEDS_CODEX, {
    args: ["--unit"],
    env: { PILOTHOUSE_TEST_CACHE: "/dev/null" },
  });
  assert.deepEqual({ code, last }, { code: 0, last: "1 passed, 0 failed, 0 skipped" });
});

realTest("an unknown flag is refused with code 2", { needs: [] }, async () => {
  const { code, all } = await runSample("", { args: ["--untit"] });
  assert.equal(code, 2);
  assert.match(all, /--untit/);
});
