/**
 * One line for each kind of item that has no card of its own. Items without a line are silent on
 * purpose: they have a card elsewhere, or say nothing that a person wants to read.
 */
import { type JsonObject, stringAt } from "../protocol/message.ts";

const NOTICES = new Map<string, (item: JsonObject) => string>(Object.entries({
  mcpToolCall: (item: JsonObject) =>
    `Tool ${stringAt(item, "server") ?? "?"}.${stringAt(item, "tool") ?? "?"}: ${
      stringAt(item, "status") ?? "done"
    }`,
  webSearch: (item: JsonObject) => `Searched the web: ${stringAt(item, "query") ?? ""}`,
  imageView: (item: JsonObject) => `Looked at ${stringAt(item, "path") ?? "an image"}`,
  contextCompaction: () => "The conversation was compacted",
  enteredReviewMode: () => "Review started",
  exitedReviewMode: () => "Review finished",
}));

/** The line for an item, or null if it is silent. */
export function noticeText(item: JsonObject): string | null {
  return NOTICES.get(stringAt(item, "type") ?? "")?.(item) ?? null;
}
