/**
 * The thread that the index lives in: started when it is needed, ended when nobody searched for a
 * while. Calls are answered in order. A thread that dies takes its calls with it, nothing else.
 */
import type { Covered, IndexedText, IndexHit } from "./search_index.ts";

/** A call to the worker. */
export interface WorkerCall {
  readonly id: number;
  readonly call:
    | { readonly name: "open"; readonly path: string }
    | {
      readonly name: "add";
      readonly conversation: string;
      readonly texts: readonly IndexedText[];
      readonly covered: Covered;
    }
    | { readonly name: "remove"; readonly conversation: string }
    | { readonly name: "covered" }
    | {
      readonly name: "search";
      readonly query: string;
      readonly limit: number;
      readonly conversation: string | null;
    };
}
/** Its answer. */
export interface WorkerAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
  /** How often the index had to be emptied since the thread began. */
  readonly emptied?: number;
}

/** The index cannot be used now. */
export class SearchFailure extends Error {
  override name = "SearchFailure";
}

export class SearchThread {
  readonly #path: string;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;
  /** Changes when the index was damaged and had to be emptied. */
  emptied = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get running(): boolean {
    return this.#worker !== null;
  }

  async add(conversation: string, texts: readonly IndexedText[], covered: Covered): Promise<void> {
    await this.#call({ name: "add", conversation, texts, covered });
  }

  async remove(conversation: string): Promise<void> {
    await this.#call({ name: "remove", conversation });
  }

  async covered(): Promise<Map<string, Covered>> {
    return await this.#call({ name: "covered" }) as Map<string, Covered>;
  }

  async search(query: string, limit: number, conversation: string | null): Promise<IndexHit[]> {
    return await this.#call({ name: "search", query, limit, conversation }) as IndexHit[];
  }

  /** Ends the thread; calls that wait fail. */
  stop(reason = "the search was stopped"): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.emptied = 0;
    for (const { reject } of this.#waiting.values()) reject(new SearchFailure(reason));
    this.#waiting.clear();
  }

  #call(call: WorkerCall["call"]): Promise<unknown> {
    if (this.#worker === null) {
      this.#worker = this.#start();
      // Its failure is that of the call behind it, too.
      this.#send(this.#worker, { name: "open", path: this.#path }).catch(() => {});
    }
    return this.#send(this.#worker, call);
  }

  #send(worker: Worker, call: WorkerCall["call"]): Promise<unknown> {
    const id = ++this.#calls;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    worker.postMessage({ id, call } satisfies WorkerCall);
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./search_worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error, emptied } }: MessageEvent<WorkerAnswer>) => {
      const answer = this.#waiting.get(id);
      this.#waiting.delete(id);
      this.emptied = emptied ?? this.emptied;
      if (error === undefined) answer?.resolve(value);
      else answer?.reject(new SearchFailure(error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.stop(`the search failed: ${event.message}`);
    };
    return worker;
  }
}
