/**
 * The list of scenarios, in the order in which their words are tried and "help" shows them. A new
 * scenario is a new JSON file and a line here. They are imported, not read, so that the agent
 * needs no permission and a compiled program has them inside.
 */
import { type Scenario, scenarioFrom } from "../scenario.ts";
import approval from "./approval.json" with { type: "json" };
import command from "./command.json" with { type: "json" };
import diff from "./diff.json" with { type: "json" };
import edit from "./edit.json" with { type: "json" };
import error from "./error.json" with { type: "json" };
import failure from "./failure.json" with { type: "json" };
import fallback from "./default.json" with { type: "json" };
import hello from "./hello.json" with { type: "json" };
import help from "./help.json" with { type: "json" };
import interrupt from "./interrupt.json" with { type: "json" };
import plan from "./plan.json" with { type: "json" };
import question from "./question.json" with { type: "json" };
import reasoning from "./reasoning.json" with { type: "json" };
import retry from "./retry.json" with { type: "json" };
import slow from "./slow.json" with { type: "json" };
import steer from "./steer.json" with { type: "json" };
import steered from "./steered.json" with { type: "json" };
import tool from "./tool.json" with { type: "json" };
import tour from "./tour.json" with { type: "json" };
import usage from "./usage.json" with { type: "json" };

/** All scenarios. */
export const SCENARIOS: readonly Scenario[] = [
  help,
  reasoning,
  plan,
  command,
  failure,
  approval,
  edit,
  diff,
  tool,
  question,
  slow,
  steer,
  interrupt,
  retry,
  error,
  usage,
  tour,
  hello,
  fallback,
  steered,
].map(scenarioFrom);
