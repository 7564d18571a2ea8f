/**
 * The list of scenarios, in the order in which their words are tried and "help" shows them. A new
 * scenario is a new JSON file and a line here. They are imported, not read, so that the agent
 * needs no permission and a compiled program has them inside.
 */
import type { Scenario } from "../scenario.ts";
import hello from "./hello.json" with { type: "json" };
import help from "./help.json" with { type: "json" };
import fallback from "./default.json" with { type: "json" };
import steered from "./steered.json" with { type: "json" };

/** All scenarios. A test checks that each is well formed. */
export const SCENARIOS = [
  hello,
  help,
  fallback,
  steered,
] as readonly unknown[] as readonly Scenario[];
