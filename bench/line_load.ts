// Load on a server over many plain TCP connections, each of which sends its next request when the
// answer to the last is there. Knows bytes only, so that HTTP and Redis cost the sender the same.

/** How to talk: what to send for the n-th request, and how many bytes an answer has. */
export interface Talk {
  readonly port: number;
  request(n: number): Uint8Array;
  /** The length of the first whole answer in these bytes; 0 if it is not whole yet. */
  answer(bytes: Uint8Array): number;
}

export interface Load {
  readonly perSecond: number;
  readonly latencies: number[];
}

const BUFFER = 64 * 1024;

/** Keeps so many connections busy for a while. `from` numbers the requests. */
export async function load(
  talk: Talk,
  connections: number,
  ms: number,
  from: number,
): Promise<Load> {
  const latencies: number[] = [];
  let next = from;
  const begin = performance.now();
  const one = async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: talk.port });
    connection.setNoDelay(true);
    const buffer = new Uint8Array(BUFFER);
    while (performance.now() - begin < ms) {
      const sent = performance.now();
      await writeAll(connection, talk.request(next++));
      let held = 0;
      while (talk.answer(buffer.subarray(0, held)) === 0) {
        const count = await connection.read(buffer.subarray(held));
        if (count === null) throw new Error("the server hung up");
        held += count;
      }
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { perSecond: latencies.length / ((performance.now() - begin) / 1_000), latencies };
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request of HTTP with a body. */
export function httpRequest(path: string, port: number, token: string, body: string): Uint8Array {
  const bytes = encoder.encode(body).length;
  return encoder.encode(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${body}`,
  );
}

/** An answer of HTTP with a length; anything but the wanted status is an error. */
export function httpAnswer(wanted: number): (bytes: Uint8Array) => number {
  return (bytes) => {
    const text = decoder.decode(bytes);
    const end = text.indexOf("\r\n\r\n");
    if (end === -1) return 0;
    if (!text.startsWith(`HTTP/1.1 ${wanted} `)) throw new Error(text.slice(0, 500));
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new Error("an answer without a length");
    const whole = end + 4 + length;
    return bytes.length >= whole ? whole : 0;
  };
}

/** A command of Redis. */
export function redisCommand(...words: string[]): Uint8Array {
  const parts = words.map((word) => `$${encoder.encode(word).length}\r\n${word}\r\n`);
  return encoder.encode(`*${words.length}\r\n${parts.join("")}`);
}

/** A bulk answer of Redis, such as the id that XADD gives. */
export function redisAnswer(bytes: Uint8Array): number {
  const text = decoder.decode(bytes);
  const end = text.indexOf("\r\n");
  if (end === -1) return 0;
  if (!text.startsWith("$")) throw new Error(text.slice(0, 200));
  const whole = end + 2 + Number(text.slice(1, end)) + 2;
  return bytes.length >= whole ? whole : 0;
}
