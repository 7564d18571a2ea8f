import assert from "node:assert/strict";
import { eventRule } from "../../lib/config/event_settings.ts";
import { matchesGlob } from "../../lib/events/glob.ts";
import { decide, type PolicyInput, type PolicySettings } from "../../lib/events/policy.ts";
import { type Credential, trustOf } from "../../lib/events/trust.ts";

const DEFAULTS: PolicySettings = {
  default_delivery: "queue_for_next_turn",
  prefer_steer: false,
  rules: [],
  auto_turn_sources: [],
  max_auto_turns_per_hour: 6,
};

interface Given {
  readonly type?: string;
  readonly severity?: "info" | "error" | "critical";
  readonly source?: string;
  readonly by?: Credential;
  readonly turnId?: string | null;
  readonly loaded?: boolean;
  readonly canSteer?: boolean;
  readonly canInject?: boolean;
  readonly maxMode?: PolicyInput["maxMode"];
  readonly turns?: number;
  readonly settings?: Partial<Omit<PolicySettings, "rules">>;
  readonly rules?: readonly unknown[];
}

function decision(given: Given) {
  return decide({
    event: {
      type: given.type ?? "build.failed",
      severity: given.severity ?? "error",
      source: { name: given.source ?? "ci" },
      routing: { thread_id: "thr_1" },
    },
    trust: trustOf(given.by ?? { provenance: "event_token" }),
    maxMode: given.maxMode ?? "auto_turn",
    thread: {
      loaded: given.loaded ?? true,
      turnId: given.turnId === undefined ? "turn_1" : given.turnId,
      canSteer: given.canSteer ?? true,
      canInject: given.canInject ?? true,
    },
    autoTurnsLastHour: given.turns ?? 0,
    settings: {
      ...DEFAULTS,
      ...given.settings,
      rules: (given.rules ?? []).map((rule) => eventRule.parse(rule)),
    },
  });
}

const steer = { match_type: "build.*", delivery: "steer" };
const auto = { match_type: "build.*", sources: ["ci"], delivery: "auto_turn" };

const CASES: readonly [name: string, given: Given, mode: string][] = [
  ["without rules an event waits for the next turn", {}, "queue_for_next_turn"],
  ["even a critical one waits", { severity: "critical" }, "queue_for_next_turn"],
  [
    "the default can be to notify",
    { settings: { default_delivery: "notify_only" } },
    "notify_only",
  ],
  [
    "a rule that matches decides",
    { rules: [{ match_type: "build.*", delivery: "notify_only" }] },
    "notify_only",
  ],
  ["a rule for another type does not", {
    rules: [{ match_type: "deploy.*", delivery: "notify_only" }],
  }, "queue_for_next_turn"],
  ["a rule for more urgent ones does not", {
    severity: "info",
    rules: [{ match_type: "*", min_severity: "error", delivery: "notify_only" }],
  }, "queue_for_next_turn"],
  ["a rule for other sources does not", {
    rules: [{ match_type: "*", sources: ["buildkite"], delivery: "notify_only" }],
  }, "queue_for_next_turn"],
  [
    "the first of two rules wins",
    { rules: [{ match_type: "*", delivery: "notify_only" }, steer] },
    "notify_only",
  ],
  ["steering is opt-in by a rule", { rules: [steer] }, "steer"],
  ["or by a setting", { settings: { prefer_steer: true } }, "steer"],
  ["or beside another mode", {
    rules: [{ match_type: "*", delivery: "append_to_thread", prefer_steer: true }],
  }, "steer"],
  ["the preference yields where nothing runs", {
    turnId: null,
    rules: [{ match_type: "*", delivery: "append_to_thread", prefer_steer: true }],
  }, "append_to_thread"],
  ["no steer without a turn", { rules: [steer], turnId: null }, "queue_for_next_turn"],
  ["no steer of a turn that refuses", { rules: [steer], canSteer: false }, "queue_for_next_turn"],
  [
    "no steer of a thread that is not loaded",
    { rules: [steer], loaded: false },
    "queue_for_next_turn",
  ],
  [
    "a file on this machine may steer",
    { rules: [steer], by: { provenance: "file_owner" } },
    "steer",
  ],
  ["an unknown sender from the network may not", {
    rules: [steer],
    by: { provenance: "none", origin: "network" },
  }, "queue_for_next_turn"],
  ["a turn needs a rule and a named source", { rules: [auto] }, "auto_turn"],
  ["or a source on the allow-list", {
    rules: [{ match_type: "*", delivery: "auto_turn" }],
    settings: { auto_turn_sources: ["ci"] },
  }, "auto_turn"],
  ["no turn for a source that nobody named", {
    rules: [{ match_type: "*", delivery: "auto_turn" }],
  }, "queue_for_next_turn"],
  ["a star names nobody", { rules: [{ ...auto, sources: ["*"] }] }, "queue_for_next_turn"],
  ["no turn for a sender that is not authenticated", {
    rules: [auto],
    by: { provenance: "file_owner" },
  }, "queue_for_next_turn"],
  ["no turn beyond the cap", { rules: [auto], turns: 6 }, "queue_for_next_turn"],
  ["a rule may have a cap of its own", {
    rules: [{ ...auto, max_auto_turns_per_hour: 1 }],
    turns: 1,
  }, "queue_for_next_turn"],
  [
    "no turn in a thread that is not loaded",
    { rules: [auto], loaded: false },
    "queue_for_next_turn",
  ],
  ["a token can allow less", { rules: [auto], maxMode: "steer" }, "steer"],
  ["down to a mere notice", { rules: [steer], maxMode: "notify_only" }, "notify_only"],
  ["appending needs an app-server that can", {
    rules: [{ match_type: "*", delivery: "append_to_thread" }],
    canInject: false,
  }, "queue_for_next_turn"],
  ["appending waits for a thread that is not loaded", {
    rules: [{ match_type: "*", delivery: "append_to_thread" }],
    loaded: false,
  }, "append_to_thread"],
];

for (const [name, given, mode] of CASES) {
  Deno.test(`policy: ${name}`, () => assert.equal(decision(given).mode, mode));
}

Deno.test("a decision tells its reasons and what happens instead", () => {
  const { reasons, fallback, rule, debounceMs, coalesce } = decision({
    rules: [{ match_type: "x" }, { ...steer, debounce: "1.5s", coalesce: false }],
    turnId: null,
  });
  assert.deepEqual(reasons, ["rule 2 (build.*)", "steer is not possible: no turn is running"]);
  assert.deepEqual({ fallback, rule, debounceMs, coalesce }, {
    fallback: "queue_for_next_turn",
    rule: 1,
    debounceMs: 1_500,
    coalesce: false,
  });
  const appended = decision({
    rules: [{ match_type: "*", delivery: "append_to_thread", prefer_steer: true }],
  });
  assert.equal(appended.fallback, "append_to_thread");
});

Deno.test("a glob matches as people expect, and a pattern of many stars costs no time", () => {
  const cases: [pattern: string, name: string, matches: boolean][] = [
    ["build.failed", "build.failed", true],
    ["build.failed", "build.failedX", false],
    ["build.*", "build.a.b", true],
    ["build.*", "build", false],
    ["*.failed", "ci.build.failed", true],
    ["b?ild*", "build.x", true],
    ["*", "", true],
    ["", "a", false],
    ["a.c", "abc", false],
  ];
  for (const [pattern, name, matches] of cases) {
    assert.equal(matchesGlob(pattern, name), matches, `${pattern} on ${name}`);
  }
  assert.equal(matchesGlob("*a".repeat(30) + "b", "a".repeat(200)), false);
});
