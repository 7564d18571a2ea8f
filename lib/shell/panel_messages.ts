/**
 * What a terminal in the page and the server say to each other on `/ws/pty/<conversation>`. Output
 * and keys are binary messages, all else is JSON. Pure; the page uses the types.
 */
import { z } from "zod";
import type { Bye, ShellEvent, ShellStatus } from "./protocol.ts";

/** From the server. A binary message is output behind the last `resync`. */
export type PanelMessage =
  /** The shell that is shown; first of all. */
  | { readonly type: "shell"; readonly shell_id: string; readonly status: ShellStatus }
  /** Start from an empty terminal of this size and write `state` to it. */
  | {
    readonly type: "resync";
    readonly offset: number;
    readonly cols: number;
    readonly rows: number;
    readonly state: string;
  }
  /** Someone has given the terminal another size. */
  | { readonly type: "size"; readonly cols: number; readonly rows: number }
  /** A block has begun, has more output, or has ended. */
  | { readonly type: "event"; readonly event: ShellEvent }
  /** The shell's host cannot be reached for now; a `resync` follows when it can. */
  | { readonly type: "detached" }
  /** The shell is over. */
  | { readonly type: "gone"; readonly bye: Bye };

const size = z.number().int().min(2).max(1000);

/** From the page. A binary message is keys. */
export const panelRequestSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("resize"), cols: size, rows: size }),
  z.object({ type: z.literal("input"), data: z.string().max(1024 * 1024) }),
  z.object({
    type: z.literal("signal"),
    signal: z.enum(["SIGINT", "SIGTERM", "SIGKILL", "SIGHUP", "SIGQUIT"]),
  }),
]);
export type PanelRequest = z.infer<typeof panelRequestSchema>;

/** Why the server closes a panel's line, beside the usual codes. */
export const PANEL_CLOSE = { badMessage: 1003, tooLarge: 1009, tooSlow: 4008, gone: 4410 } as const;
