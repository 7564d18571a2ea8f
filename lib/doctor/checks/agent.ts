/** The agent: is codex there, is its version one that we know, is somebody logged in. */
import { PROTOCOL_VERSION } from "../../protocol/generated.ts";
import { type Check, fail, type Finding, ok, warn, type World } from "../check.ts";
import { compareVersions, versionIn } from "../version.ts";

const INSTALL = "install it with: npm install -g @openai/codex";

export const agentFound: Check = {
  name: "agent",
  run({ agent: { kind, command }, find }): Finding {
    const [program = ""] = command;
    if (kind === "demo") return warn("no codex on PATH: the demo agent will answer", INSTALL);
    const path = find(program);
    if (path === undefined) {
      return fail(
        `"${program}" is configured as the agent, but there is no such program`,
        "correct app_server in config.jsonc, or --app-server; without it codex is used",
      );
    }
    return ok(`${command.join(" ")} (${path})`);
  },
};

export const agentVersion: Check = {
  name: "agent's version",
  async run(world): Promise<Finding> {
    const path = codexOf(world);
    if (path === undefined) return ok("not codex: nothing to compare");
    const ran = await world.run(path, ["--version"]);
    const found = ran === null || ran.code !== 0 ? null : versionIn(ran.out);
    if (found === null) {
      return fail(`"codex --version" does not answer`, `try it by hand: ${path} --version`);
    }
    const text = found.join(".");
    const known = versionIn(PROTOCOL_VERSION)!;
    const apart = compareVersions(found, known);
    if (apart === 0) return ok(`codex ${text}, the one that Pilothouse is tested with`);
    return warn(
      `codex ${text}; Pilothouse is tested with ${PROTOCOL_VERSION}`,
      `it will probably work; if something looks odd: npm install -g @openai/codex@${PROTOCOL_VERSION}`,
    );
  },
};

export const agentLogin: Check = {
  name: "agent's login",
  async run(world): Promise<Finding> {
    const path = codexOf(world);
    if (path === undefined) return ok("not codex: nothing to log in to");
    const ran = await world.run(path, ["login", "status"]);
    if (ran !== null && ran.code === 0) return ok(firstLine(ran.out) || "logged in");
    return warn(
      "codex says that nobody is logged in",
      "run: codex login (not needed with a model provider of your own that wants no login)",
    );
  },
};

function codexOf({ agent: { command: [program = ""] }, find }: World): string | undefined {
  return /(^|\/)codex[^/]*$/.test(program) ? find(program) : undefined;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
