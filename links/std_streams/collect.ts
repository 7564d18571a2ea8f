// Reads a whole stream into one value.

/** All text of a stream; bytes are decoded as UTF-8 across chunks. */
export async function toText(
  readable: ReadableStream<string | Uint8Array>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of readable) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON value that a stream spells. */
export async function toJson(
  readable: ReadableStream<string | Uint8Array>,
): Promise<unknown> {
  return JSON.parse(await toText(readable));
}

/** All bytes of a stream. */
export async function toArrayBuffer(
  readable: ReadableStream<Uint8Array>,
): Promise<ArrayBuffer> {
  const chunks = await Array.fromAsync(readable);
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all.buffer;
}
