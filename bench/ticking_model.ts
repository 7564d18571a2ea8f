// A model whose every word is the moment at which it was said, so that whoever hears it knows how
// long it was on its way. Speaker and listener share this process's clock.

/** A model server that answers each request with `words` times, `gapMs` apart. */
export function tickingModel(words: number, gapMs: number): { url: string; stop(): Promise<void> } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    if (!new URL(request.url).pathname.endsWith("/responses")) return new Response("{}");
    return new Response(ReadableStream.from(speak(words, gapMs)), {
      headers: { "content-type": "text/event-stream" },
    });
  });
  return {
    url: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}/v1`,
    stop: () => server.shutdown(),
  };
}

async function* speak(words: number, gapMs: number): AsyncGenerator<Uint8Array> {
  const place = { item_id: "msg_tick", output_index: 0, content_index: 0 };
  const item = (content: unknown[]) => ({
    type: "message",
    id: "msg_tick",
    role: "assistant",
    content,
  });
  let text = "";
  yield event({ type: "response.created", response: { id: "resp_tick" } });
  yield event({ type: "response.output_item.added", output_index: 0, item: item([]) });
  for (let word = 0; word < words; word++) {
    if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
    const delta = `${performance.now()} `;
    text += delta;
    yield event({ type: "response.output_text.delta", ...place, delta });
  }
  const done = item([{ type: "output_text", text, annotations: [] }]);
  yield event({ type: "response.output_item.done", output_index: 0, item: done });
  const usage = { input_tokens: 1, output_tokens: words, total_tokens: words + 1 };
  yield event({ type: "response.completed", response: { id: "resp_tick", usage } });
}

const encoder = new TextEncoder();

function event(data: { type: string; [key: string]: unknown }): Uint8Array {
  return encoder.encode(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
}
