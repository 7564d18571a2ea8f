import assert from "node:assert/strict";
import {
  ITEM_TYPES as WIRE_ITEMS,
  NOTIFICATION_METHODS,
  REQUEST_METHODS,
} from "../../lib/protocol/generated.ts";
import { APPROVAL_METHODS } from "../../lib/router/approvals.ts";
import { ITEM_TYPES } from "../../lib/router/items.ts";
import { NOTICE_TYPES } from "../../lib/router/notices.ts";
import { HANDLED_METHODS } from "../../lib/router/route.ts";
import { SILENT_ITEMS, SILENT_NOTIFICATIONS, UNASKED_REQUESTS } from "../../lib/router/silent.ts";

/** What is told and what is silent must be all of it, and nothing twice. */
function covers(all: readonly string[], told: readonly string[], silent: Record<string, string>) {
  const known = new Set([...told, ...Object.keys(silent)]);
  assert.deepEqual(all.filter((name) => !known.has(name)), [], "neither told nor silent");
  assert.deepEqual(told.filter((name) => name in silent), [], "told and silent");
  assert.deepEqual(Object.keys(silent).filter((name) => !all.includes(name)), [], "unheard of");
  for (const [name, reason] of Object.entries(silent)) assert.ok(reason.length > 10, name);
}

Deno.test("every notification of today's protocol is told or silent for a reason", () => {
  covers(NOTIFICATION_METHODS, HANDLED_METHODS, SILENT_NOTIFICATIONS);
});

Deno.test("every item of today's protocol has a row or is silent for a reason", () => {
  covers(WIRE_ITEMS, [...ITEM_TYPES, ...NOTICE_TYPES], SILENT_ITEMS);
});

Deno.test("every request of today's protocol is an approval or is not asked for a reason", () => {
  covers(REQUEST_METHODS, APPROVAL_METHODS, UNASKED_REQUESTS);
});
