// A conversation in which work was done: turns with diffs, tokens and times, as the panels beside
// the conversation show them.

import type { Draft } from "./conversation_home.ts";

const DIFF = "@@ -6,3 +6,3 @@\n same\n-const a = 100; // one\n+const a = 50; // one\n same\n";

/** `count` turns of seven entries each; every third one changes `src/pump.ts` again. */
export function workHistory(count: number): Draft[] {
  return Array.from({ length: count }, (_, at) => turn(at + 1)).flat();
}

function turn(n: number): Draft[] {
  const turn_id = `turn-${n}`;
  const path = n % 3 === 0 ? "/work/ship/src/pump.ts" : `/work/ship/src/parts/part_${n}.ts`;
  const total = n * 9_000 + (n % 4) * 2_000;
  const context = 4_000 + n * 1_500 + (n % 5) * 700;
  return [
    { role: "user", turn_id, text: `Question ${n}: what does this part do?` },
    { role: "reasoning", turn_id, text: `**Looking at part ${n}**\n\nIt seems to be a pump.` },
    {
      ...{ role: "command", turn_id, command: `cat part_${n}`, cwd: "/work/ship" },
      ...{ output: "a\nb\n", exit_code: 0, duration_ms: 40, status: "completed" },
    },
    {
      ...{ role: "diff", turn_id, diff_id: `d${n}`, path, change: "update", diff: DIFF },
      ...{ added: 1, removed: 1 },
    },
    { role: "assistant", turn_id, text: `Part ${n} is a **pump**.` },
    {
      ...{ role: "token_usage", turn_id, total_tokens: total, input_tokens: total - n * 400 },
      ...{ cached_input_tokens: Math.round(total * 0.6), output_tokens: n * 400 },
      ...{ reasoning_output_tokens: n * 100, last_tokens: context, context_window: 64_000 },
    },
    {
      ...{ role: "status", turn_id, duration_ms: 4_000 + (n * 7_919) % 61_000 },
      status: n % 11 === 0 ? "interrupted" : "completed",
    },
  ];
}
