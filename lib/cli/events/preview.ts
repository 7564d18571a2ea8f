/**
 * `events preview`: what would become of an event, and the exact text that the model would see. Asks
 * the server, which knows what the thread is doing; without one it decides as for a thread at rest.
 */
import { frameEvents } from "../../events/framing.ts";
import { decide } from "../../events/policy.ts";
import type { ExternalEvent } from "../../events/schema.ts";
import { trustInWords, trustOf } from "../../events/trust.ts";
import type { Config } from "../../config/schema.ts";
import { compose, COMPOSE_FLAGS } from "./compose.ts";
import { type EventsCommand, fail, SERVER_FLAGS, tell, THREAD_FLAG } from "./events_command.ts";
import { EVENTS_EXIT } from "./exit_codes.ts";
import { findAccess } from "./find_door.ts";
import { bodyOf } from "./reading.ts";

/** What a preview tells; the door's answer has the same fields. */
interface Preview {
  readonly ok: true;
  readonly decision: {
    readonly mode: string;
    readonly fallback: string;
    readonly reasons: readonly string[];
  };
  readonly trust: { readonly label: string };
  readonly model_visible: { readonly text: string | null; readonly message: string | null };
  readonly from?: "server" | "files";
}

export const command: EventsCommand = {
  name: "preview",
  summary: "Show what would become of an event; send nothing",
  usage: "--thread <id> --type <text> --title <text> [flags]",
  flags: [THREAD_FLAG, ...COMPOSE_FLAGS, ...SERVER_FLAGS],
  maxArgs: 0,
  notes: [
    "While the server does not run, the rules of the configuration decide as for a thread that is not",
    "loaded, and for an event that comes from a file.",
  ],
  async run(call) {
    const found = await findAccess(call);
    if (!found.ok) return fail(call, found);
    const { access } = found;
    const composed = await compose(call, access.threadId);
    if (!composed.ok) return fail(call, composed);
    let preview: Preview;
    if (access.door === null) {
      call.terminal.err(`pilothouse: ${access.down}: decided by the configuration alone\n`);
      preview = { ...previewHere(composed.event, call.config), from: "files" };
    } else {
      const body = bodyOf(await access.door.preview(access.threadId, composed.sent));
      if (!body.ok) return fail(call, body);
      preview = { ...body as Preview, from: "server" };
    }
    tell(call, preview, () => previewText(preview));
    return EVENTS_EXIT.ok;
  },
};

/** The decision for a thread that nobody has loaded. */
function previewHere(event: ExternalEvent, { events }: Pick<Config, "events">): Preview {
  const trust = trustOf({ provenance: "file_owner" });
  const { mode, fallback, reasons } = decide({
    ...{ event, trust, maxMode: "auto_turn", settings: events },
    thread: { loaded: false, turnId: null, canSteer: false, canInject: false },
    autoTurnsLastHour: 0,
  });
  const limits = { perGroup: events.max_per_group, characters: events.budget_characters };
  const framed = frameEvents([{ seq: 1, event, trust }], limits, "preview");
  return {
    ok: true,
    decision: { mode, fallback, reasons },
    trust: { label: trustInWords(trust) },
    model_visible: { text: mode === "notify_only" ? null : framed?.text ?? null, message: null },
  };
}

function previewText({ decision, trust, model_visible }: Preview): string {
  return [
    `mode      ${decision.mode} (else ${decision.fallback})`,
    `why       ${decision.reasons.join("; ")}`,
    `trust     ${trust.label}`,
    ...(model_visible.message === null ? [] : [`message   ${model_visible.message}`]),
    "",
    model_visible.text ?? "The model is not told.",
    "",
  ].join("\n");
}
