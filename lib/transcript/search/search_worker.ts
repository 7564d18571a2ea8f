/** The worker around the index: one call in, one answer out, in order. */
import { SearchIndex } from "./search_index.ts";
import type { WorkerAnswer, WorkerCall } from "./search_thread.ts";

/** The part of a worker's own scope that is used here. */
interface Scope {
  onmessage: ((event: MessageEvent<WorkerCall>) => void) | null;
  postMessage(answer: WorkerAnswer): void;
}

const scope = self as unknown as Scope;
let index: SearchIndex | null = null;

scope.onmessage = ({ data: { id, call } }) => {
  try {
    const value = run(call);
    scope.postMessage({ id, value, emptied: index?.emptied ?? 0 });
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};

function run(call: WorkerCall["call"]): unknown {
  if (call.name === "open") {
    index = new SearchIndex(call.path);
    return null;
  }
  if (index === null) throw new Error("the index is not open");
  return index.use((open) => {
    switch (call.name) {
      case "add":
        return open.add(call.conversation, call.texts, call.covered);
      case "remove":
        return open.remove(call.conversation);
      case "covered":
        return open.covered();
      case "search":
        return open.search(call.query, call.limit, call.conversation);
    }
  });
}
