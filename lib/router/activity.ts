/** What the thread is doing, in two words, for the status line. */
import type { Change } from "./change.ts";
import type { ThreadState } from "./state.ts";

const ACTIVITIES = new Map(Object.entries({
  agentMessage: "Writing",
  plan: "Planning",
  reasoning: "Thinking",
  commandExecution: "Running a command",
  fileChange: "Changing files",
  mcpToolCall: "Using a tool",
  dynamicToolCall: "Using a tool",
  collabAgentToolCall: "Working with other agents",
  webSearch: "Searching the web",
  imageGeneration: "Making an image",
  sleep: "Waiting",
  contextCompaction: "Compacting the conversation",
  enteredReviewMode: "Reviewing",
}));

/** Tells about the activity if it is another one. */
export function activity(thread: ThreadState, text: string | null): Change[] {
  if (thread.activity === text) return [];
  thread.activity = text;
  return [{ type: "activity", text, turn_id: thread.turnId }];
}

/** Tells what an item of that type means for the activity. */
export function activityOf(thread: ThreadState, itemType: string): Change[] {
  return activity(thread, ACTIVITIES.get(itemType) ?? thread.activity);
}
