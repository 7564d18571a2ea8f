/** The settings of what goes with messages beside the person's words. */
import { z } from "zod";
import { settingMeta } from "./setting_meta.ts";

/** The group `context` of the configuration. */
export const contextSettings = z.object({
  commands: z.boolean().register(settingMeta, {
    kind: "boolean",
    description: "Tell the agent of commands that were run in the shell, with the next message",
    expected: "true or false",
    fallback: () => true,
    env: "PILOTHOUSE_CONTEXT_COMMANDS",
  }),
  carrier: z.enum(["envelope", "additional_context"]).register(settingMeta, {
    kind: "text",
    description: "How a message carries commands: our envelope, or codex's untrusted context",
    expected: "envelope or additional_context",
    fallback: () => "envelope",
    env: "PILOTHOUSE_CONTEXT_CARRIER",
  }),
});
