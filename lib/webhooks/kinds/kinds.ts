/** The kinds of senders by name. */
import type { HookKindName } from "../hook.ts";
import type { HookKind } from "../kind.ts";
import { alertmanager } from "./alertmanager.ts";
import { buildkite } from "./buildkite.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { sentry } from "./sentry.ts";
import { standard } from "./standard.ts";

export const KINDS: Readonly<Record<HookKindName, HookKind>> = {
  github,
  gitlab,
  buildkite,
  alertmanager,
  sentry,
  standard,
};
