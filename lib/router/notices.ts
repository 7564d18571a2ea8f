/**
 * One line for each kind of item that has no card of its own: what it says while it runs, and when
 * it is done. What each item of the wire means is told in tables, here and in tool_notices.ts.
 */
import { type JsonObject, numberAt, stringAt } from "../protocol/message.ts";
import { clip, LONGEST, oneLine } from "./bounds.ts";
import type { Change, CommandStatus, NoticeBody } from "./change.ts";
import type { OpenNotice } from "./state.ts";
import { TOOL_NOTICES } from "./tool_notices.ts";

/** How an item is told. */
export interface NoticeKind {
  /** False where there is nothing to see until it is done. */
  readonly running: boolean;
  readonly body: (item: JsonObject, done: boolean) => NoticeBody;
}

const NOTICES = new Map<string, NoticeKind>(Object.entries<NoticeKind>({
  ...TOOL_NOTICES,
  contextCompaction: {
    running: true,
    body: (_item, done) => ({
      kind: "compaction",
      text: done ? "The conversation was compacted" : "Compacting the conversation",
    }),
  },
  enteredReviewMode: {
    running: false,
    body: (item) => ({ kind: "review", text: titled("Review started", item.review) }),
  },
  exitedReviewMode: {
    running: false,
    body: (item) => ({
      kind: "review",
      text: "Review finished",
      ...(typeof item.review === "string" ? { output: clip(item.review, LONGEST.toolText) } : {}),
    }),
  },
  imageView: {
    running: false,
    body: (item) => ({
      kind: "image",
      text: titled("Looked at", item.path),
      ...(typeof item.path === "string" ? { path: oneLine(item.path) } : {}),
    }),
  },
}));

/** The item types that are told as a notice. */
export const NOTICE_TYPES: readonly string[] = [...NOTICES.keys()];

/** How an item of that type is told, or undefined if it is none of these. */
export function noticeOf(type: string): NoticeKind | undefined {
  return NOTICES.get(type);
}

/** The change that keeps a notice, when its item is done or cut. */
export function noticeEnd(item: OpenNotice, wire: JsonObject): Change[] {
  const { id, ts, place, turnId: turn_id } = item;
  const type = stringAt(wire, "type");
  const body = type === null ? item.body : noticeOf(type)?.body(wire, true) ?? item.body;
  const status = noticeStatus(wire);
  const duration_ms = numberAt(wire, "durationMs");
  return [{
    type: "notice",
    entry: {
      id,
      ts,
      place,
      role: "notice",
      turn_id,
      ...body,
      ...(status === null ? {} : { status }),
      ...(duration_ms === null ? {} : { duration_ms }),
    },
  }];
}

/** Some items say how they ended, some only whether they worked, most nothing. */
function noticeStatus(wire: JsonObject): CommandStatus | null {
  if (wire.success === false) return "failed";
  const status = stringAt(wire, "status");
  if (status === null) return null;
  return status === "failed" || status === "declined" || status === "interrupted"
    ? status
    : "completed";
}

function titled(title: string, rest: unknown): string {
  return typeof rest === "string" && rest !== "" ? `${title}: ${oneLine(rest)}` : title;
}
