// Sends a request line exactly as given and reads the answer as it comes over the wire. `fetch`
// would tidy paths such as `//a` and `/../b` before sending them.

/** An answer, byte for byte as far as text goes. */
export interface RawAnswer {
  statusLine: string;
  /** Names as they were sent. */
  headers: [name: string, value: string][];
  body: string;
}

/** Sends one request over a connection of its own. */
export async function rawRequest(port: number, method: string, path: string): Promise<RawAnswer> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(head));
  const bytes = new Uint8Array(await new Response(connection.readable).arrayBuffer());
  return parseAnswer(new TextDecoder("latin1").decode(bytes));
}

function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, split).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const chunked = headers.some(([name, value]) =>
    name.toLowerCase() === "transfer-encoding" && value === "chunked"
  );
  const raw = text.slice(split + 4);
  return { statusLine, headers, body: fromLatin1(chunked ? joinChunks(raw) : raw) };
}

function joinChunks(raw: string): string {
  let body = "";
  for (let at = 0;;) {
    const lineEnd = raw.indexOf("\r\n", at);
    const size = parseInt(raw.slice(at, lineEnd), 16);
    if (lineEnd === -1 || !(size > 0)) return body;
    body += raw.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}

/** The bytes were read one by one, so that chunk sizes count bytes; the text itself is UTF-8. */
function fromLatin1(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0)));
}
