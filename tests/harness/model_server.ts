// A scripted model on loopback: what the real codex talks to in tests instead of a provider. It
// takes replies from a queue, plays their steps as server-sent events, and keeps every request
// that it saw. It knows nothing of codex beyond the two paths of the Responses API.

import { type Reply, say, type Step } from "./model_replies.ts";

export * from "./model_replies.ts";

/** One request as it arrived. `body` is the parsed JSON, or null where it was none. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
}

/** The scripted model server. `await using model = ModelServer.start()` stops it at the end. */
export class ModelServer implements AsyncDisposable {
  /** The base URL to configure as provider, `…/v1`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly seen: SeenRequest[] = [];
  /** The answer to a request that nothing in the queue matches. */
  fallback: Reply = say("pong ");
  readonly #queue: Reply[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(port: number) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port, onListen: () => {} },
      (request) => this.#answer(request),
    );
    this.url = `http://127.0.0.1:${this.#server.addr.port}/v1`;
  }

  /** Starts on a free port of loopback, or on `port`, with a first script. */
  static start(script: readonly Reply[] = [], port = 0): ModelServer {
    const server = new ModelServer(port);
    server.push(...script);
    return server;
  }

  /** Adds replies at the end of the queue. */
  push(...replies: Reply[]): void {
    this.#queue.push(...replies);
  }

  /** How many scripted replies nobody has asked for yet. */
  get pending(): number {
    return this.#queue.length;
  }

  /** Ends the server; a reply that still waits at a gate is cut. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#server.shutdown();
  }

  readonly #stopping = new AbortController();

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    this.seen.push({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      text,
      body: parsedOrNull(text),
    });
    if (!/\/responses(\/compact)?$/.test(pathname)) {
      return Response.json({ error: { message: "not found" } }, { status: 404 });
    }
    return this.#play(this.#take(text));
  }

  #take(body: string): Reply {
    const at = this.#queue.findIndex(({ match }) => match === undefined || body.includes(match));
    return (at < 0 ? undefined : this.#queue.splice(at, 1)[0]) ?? this.fallback;
  }

  #play(reply: Reply): Response {
    if (reply.status !== undefined && reply.status !== 200) {
      return new Response(reply.body ?? "", {
        status: reply.status,
        headers: { ...reply.headers },
      });
    }
    const gone = new AbortController();
    const over = AbortSignal.any([gone.signal, this.#stopping.signal]);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void playSteps(reply.steps ?? [], controller, over),
      cancel: () => gone.abort(),
    });
    return new Response(stream, {
      headers: { "content-type": "text/event-stream", ...reply.headers },
    });
  }
}

async function playSteps(
  steps: readonly Step[],
  out: ReadableStreamDefaultController<Uint8Array>,
  over: AbortSignal,
): Promise<void> {
  const encoder = new TextEncoder();
  const ended = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve()));
  try {
    for (const step of steps) {
      if (over.aborted) break;
      if (step.kind === "pause") await Promise.race([delay(step.ms), ended]);
      else if (step.kind === "gate") await Promise.race([step.opened, ended]);
      else if (step.kind === "raw") out.enqueue(encoder.encode(step.text));
      else if (step.kind === "drop") return out.error(new Error("dropped by the script"));
      else out.enqueue(encoder.encode(`event: ${step.event.type}\n${dataLine(step.event)}\n\n`));
    }
    out.close();
  } catch {
    // The client went away between two steps; there is nobody left to tell.
  }
}

function dataLine(event: unknown): string {
  return `data: ${JSON.stringify(event)}`;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
