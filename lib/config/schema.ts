/**
 * The one list of settings: name, type, default, description, environment variable, flag.
 * Everything else (file checks, flags, help, `pilothouse config`) is derived from it, so a new
 * setting is one more line here. Knows nothing about where values are read from.
 */
import { z } from "zod";
import { contextSettings } from "./context_settings.ts";
import { eventSettings } from "./event_settings.ts";
import { defaultCodexHome, defaultHome } from "./places.ts";
import { LEVELS, LOG_FORMATS } from "../log/logger.ts";
import { settingMeta } from "./setting_meta.ts";

export { type SettingMeta, settingMeta, type TextKind } from "./setting_meta.ts";

/** No system call takes a path with a NUL in it. */
const folder = () => z.string().min(1).regex(/^[^\0]*$/);

/** The effective configuration. Nested objects become dotted keys in messages. */
export const configSchema = z.object({
  port: z.number().int().min(0).max(65535).register(settingMeta, {
    kind: "number",
    description: "Port on 127.0.0.1; 0 picks a free one",
    expected: "a whole number from 0 to 65535",
    fallback: () => 12359,
    env: "PILOTHOUSE_PORT",
    flag: "port",
    placeholder: "<number>",
  }),
  cwd: folder().register(settingMeta, {
    kind: "path",
    description: "Working folder of new conversations",
    expected: "the path of a folder",
    fallback: (at) => at.cwd,
    flag: "cwd",
    placeholder: "<folder>",
  }),
  app_server: z.array(z.string().min(1)).min(1).nullable().register(
    settingMeta,
    {
      kind: "command",
      description: "Command that starts the agent; else codex if installed, else the demo agent",
      expected: 'a command line such as "codex app-server", or an array of strings',
      fallback: () => null,
      env: "PILOTHOUSE_APP_SERVER",
      flag: "app-server",
      placeholder: '"<command>"',
    },
  ),
  home: folder().register(settingMeta, {
    kind: "path",
    description: "Folder that Pilothouse keeps its data in",
    expected: "the path of a folder; HOME is not set, so name one with --home",
    fallback: defaultHome,
    env: "PILOTHOUSE_HOME",
    flag: "home",
    placeholder: "<folder>",
    inFile: false,
  }),
  codex_home: folder().register(settingMeta, {
    kind: "path",
    description: "Folder that codex keeps its data in",
    expected: "the path of a folder; HOME is not set, so name one with --codex-home",
    fallback: defaultCodexHome,
    env: "CODEX_HOME",
    flag: "codex-home",
    placeholder: "<folder>",
  }),
  message_mode: z.enum(["queue", "steer"]).register(settingMeta, {
    kind: "text",
    description: "What a message does while a turn runs: wait in the queue, or steer the turn",
    expected: 'one of "queue" and "steer"',
    fallback: () => "queue",
    env: "PILOTHOUSE_MESSAGE_MODE",
    flag: "message-mode",
    placeholder: "<queue|steer>",
  }),
  shell_grace_s: z.number().min(0).max(86_400).nullable().register(settingMeta, {
    kind: "number",
    description:
      "Seconds that shells outlive a server that was killed; else 60, as their spec says",
    expected: "a number from 0 to 86400",
    fallback: () => null,
    env: "PILOTHOUSE_SHELL_GRACE_S",
    flag: "shell-grace",
    placeholder: "<seconds>",
  }),
  debug: z.boolean().register(settingMeta, {
    kind: "boolean",
    description: "Log more, and keep the raw lines of the agent",
    expected: "true or false",
    fallback: () => false,
    env: "PILOTHOUSE_DEBUG",
    flag: "debug",
  }),
  log_level: z.enum(LEVELS).register(settingMeta, {
    kind: "text",
    description: "Log from this level on",
    expected: `one of ${LEVELS.join(", ")}`,
    fallback: () => "info",
    env: "PILOTHOUSE_LOG_LEVEL",
    flag: "log-level",
    placeholder: "<level>",
  }),
  log_format: z.enum(LOG_FORMATS).register(settingMeta, {
    kind: "text",
    description: "Log lines as text, or as JSON for machines",
    expected: `one of ${LOG_FORMATS.join(", ")}`,
    fallback: () => "text",
    env: "PILOTHOUSE_LOG_FORMAT",
    flag: "log-format",
    placeholder: "<text|json>",
  }),
  open: z.boolean().register(settingMeta, {
    kind: "boolean",
    description: "Open the page in the browser at start",
    expected: "true or false",
    fallback: () => false,
    flag: "open",
  }),
  context: contextSettings,
  events: eventSettings,
});

/** The effective configuration, every path absolute. */
export type Config = z.infer<typeof configSchema>;
