import assert from "node:assert/strict";
import { RepeatedRun } from "../../lib/events/repeated_run.ts";

Deno.test("however often and whenever it is asked for, it never runs twice at once", async () => {
  let running = 0;
  let runs = 0;
  const repeated = new RepeatedRun(async () => {
    assert.equal(++running, 1, "another run is under way");
    for (let n = 0; n < 3; n++) await Promise.resolve();
    running--;
    return ++runs;
  });
  const asked: Promise<number>[] = [];
  // Asks again in every moment, also in that between one run's end and the next one's begin.
  for (let n = 0; n < 60; n++) {
    asked.push(repeated.run());
    await Promise.resolve();
  }
  await Promise.all(asked);
  await repeated.idle();
  assert.ok(runs > 5 && runs < 60, `${runs} runs`);
});

Deno.test("who asks while it runs gets a run that begins afterwards", async () => {
  let world = "old";
  const repeated = new RepeatedRun(async () => {
    const seen = world;
    await Promise.resolve();
    return seen;
  });
  const first = repeated.run();
  world = "new";
  assert.deepEqual(await Promise.all([first, repeated.run(), repeated.run()]), [
    ...["old", "new", "new"],
  ]);
});
