import assert from "node:assert/strict";
import { readMessage } from "../../lib/adapters/read_message.ts";
import { parseFlags } from "../../lib/cli/parse_flags.ts";
import { quoteWord, splitCommandLine } from "../../lib/config/command_line.ts";
import { parseConfigFile } from "../../lib/config/config_file.ts";
import { resolveConfig } from "../../lib/config/resolve.ts";
import { guardUserText, readEnvelopes, stripEnvelopes } from "../../lib/context/envelope.ts";
import { fromBinary } from "../../lib/events/cloud_event.ts";
import { inboxLines } from "../../lib/events/inbox_lines.ts";
import { readLine } from "../../lib/events/ledger_line.ts";
import { parseEventText, parseEventValue } from "../../lib/events/parse_event.ts";
import { readCookie } from "../../lib/http/cookies.ts";
import { refusal } from "../../lib/http/origin.ts";
import { requestId } from "../../lib/http/request_id.ts";
import { queryOf } from "../../lib/hub/query.ts";
import { splitFiles } from "../../lib/router/unified_diff.ts";
import { approximateText } from "../../lib/shell/plain_text.ts";
import { decodeEntry } from "../../lib/transcript/entry_line.ts";
import { parseRecord } from "../../lib/transcript/rollouts/rollout_record.ts";
import { ansiLines } from "../../lib/view/ansi/ansi_lines.ts";
import { parseDiff } from "../../lib/view/diff/parse_diff.ts";
import { envelopeOf } from "../../lib/webhooks/envelope.ts";
import { HOOK_KINDS } from "../../lib/webhooks/hook.ts";
import { KINDS } from "../../lib/webhooks/kinds/kinds.ts";
import { fc } from "../harness/properties.ts";
import { anyText } from "./hostile.ts";

const CONTEXT = { threadId: "t1", nowMs: 1 };
const encode = (text: string) => new TextEncoder().encode(text);

/** Headers as a server hands them over: one line of bytes. */
function headers(pairs: Readonly<Record<string, string>>): Headers {
  const clean = (value: string) => value.replace(/[^\x20-\x7e]/g, "?").trim();
  const cleaned = Object.entries(pairs).map(([name, value]) => [name, clean(value)]);
  return new Headers(Object.fromEntries(cleaned));
}

/** Every parser of text from outside. None may throw, whatever it is given. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  "an event": (text) => parseEventText(text, CONTEXT),
  "a binary CloudEvent": (text) =>
    parseEventValue(
      fromBinary(headers({ "ce-id": text, "content-type": "application/json" }), text, 1),
      CONTEXT,
    ),
  "lines of the inbox": (text) => inboxLines(encode(text), 0),
  "a line of the ledger": readLine,
  "a line of the transcript": decodeEntry,
  "a line of a rollout": parseRecord,
  "a message of a broker": (text) =>
    readMessage({ id: "i", thread: "t", timeMs: 1, data: encode(text) }),
  "the configuration": (text) => parseConfigFile(text, "config.jsonc"),
  "settings of the environment": (text) =>
    resolveConfig({
      ...{ flags: {}, cwd: "/", readFile: () => text },
      env: (name) => name.startsWith("PILOTHOUSE_") && name !== "PILOTHOUSE_HOME" ? text : "/h",
    }),
  "a command line": splitCommandLine,
  "flags": (text) =>
    parseFlags(text.split(" "), [{ name: "port", placeholder: "<n>", summary: "" }]),
  "envelopes": (text) => [stripEnvelopes(text), readEnvelopes(text), guardUserText(text)],
  "a diff": (text) => [parseDiff(text), splitFiles(text)],
  "output of a command": (text) => [ansiLines(text), approximateText(encode(text))],
  "Host and Origin": (text) => refusal(headers({ host: text, origin: text }), 1),
  "a cookie": (text) => readCookie(headers({ cookie: text }), 1),
  "a request's id": (text) => requestId(headers({ "x-request-id": text })),
  "the query of a stream": (text) => queryOf(new URLSearchParams(text)),
};

for (const [what, parse] of Object.entries(PARSERS)) {
  Deno.test(`${what} may be anything, and nothing is thrown`, () => {
    fc.assert(fc.property(anyText, (text) => void parse(text)), { numRuns: 200 });
  });
}

Deno.test("a word survives quoting and splitting, whatever is in it", () => {
  fc.assert(fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (words) => {
    const split = splitCommandLine(words.map(quoteWord).join(" "));
    assert.deepEqual(split, { ok: true, words });
  }));
});

Deno.test("what a person writes comes back as it was after an envelope was put before it", () => {
  fc.assert(fc.property(anyText, (text) => {
    const sent = `\x1eCODEX_META {"v":1,"type":"x"}\x1f${guardUserText(text)}`;
    assert.equal(stripEnvelopes(sent), guardUserText(text));
  }));
});

Deno.test("a signed delivery of any shape becomes events that are taken or refused, never a crash", () => {
  const hook = {
    ...{ name: "h", kind: "github" as const, secret: "x".repeat(20), thread: "t1", source: "s" },
    ...{ types: [], max_mode: "notify_only" as const, rate_per_minute: 1, created_unix_ms: 1 },
  };
  const keys = [
    "alerts",
    "data",
    "action",
    "commits",
    "object_kind",
    "object_attributes",
    "build",
    "issue",
    "event",
    "labels",
    "repository",
    "workflow_run",
    "pull_request",
    "type",
    "status",
  ];
  const { shape } = fc.letrec((tie) => ({
    shape: fc.oneof(
      { maxDepth: 4 },
      anyText,
      fc.constantFrom(null, 1, true, "failure"),
      fc.array(tie("shape"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie("shape"), { maxKeys: 6 }),
    ),
  }));
  const names = fc.constantFrom("push", "workflow_run", "issues", "build.finished", "issue", "x y");
  fc.assert(
    fc.property(shape, fc.constantFrom(...HOOK_KINDS), names, (json, kind, name) => {
      const body = encode(JSON.stringify(json));
      const given = headers({
        ...{ "x-github-event": name, "x-buildkite-event": name, "sentry-hook-resource": name },
        ...{ "webhook-id": "m1", "webhook-timestamp": name, "webhook-signature": name },
      });
      assert.notEqual(KINDS[kind].problem({ headers: given, body }, hook.secret, 1), null);
      for (const event of KINDS[kind].events({ headers: given, body }, json)) {
        const parsed = parseEventValue(envelopeOf(hook, event, 1), CONTEXT);
        assert.ok(parsed.ok || parsed.code === "too_large", JSON.stringify(parsed));
      }
    }),
    { numRuns: 400 },
  );
});
