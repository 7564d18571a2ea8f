/**
 * The pipe to an app-server, as an interface: lines out, lines in, one end. The client above it
 * cannot tell a process from a test's in-memory twin.
 */
import type { Line } from "../protocol/lines.ts";

/** How a transport ended. */
export interface TransportEnd {
  /** One sentence for a person, such as `exited with code 1`. */
  readonly reason: string;
  /** The last lines of its stderr, oldest first. */
  readonly stderr: readonly string[];
}

/** A two-way pipe of lines. */
export interface Transport {
  /** The process id, where there is a process. */
  readonly pid: number | null;
  /** Lines from the server, in order; ends when the pipe ends. Read by one reader. */
  lines(): AsyncIterable<Line>;
  /** Writes one line; a rejected promise means that it did not go out. */
  send(line: string): Promise<void>;
  /** Asks the other side to end, insists after a while, and resolves when it is gone. */
  close(): Promise<TransportEnd>;
  /** Resolves when the other side is gone, for whatever reason. */
  readonly ended: Promise<TransportEnd>;
}

/** Opens a fresh transport: for the first start and for each restart. */
export type OpenTransport = () => Promise<Transport>;
