// Waiting in tests without guessing how long: poll a condition until it holds or a deadline passes.

/** How long to wait, how often to look, and what to call it when it did not come. */
export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  readonly what: string;
}

/**
 * Polls until `condition` gives something other than false, null or undefined, and returns that.
 * Throws "waited 15 s in vain for <what>" otherwise, with the last error the condition threw.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const { timeoutMs = 15_000, everyMs = 20, what } = options;
  const deadline = performance.now() + timeoutMs;
  let failure: unknown;
  do {
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  } while (performance.now() < deadline);
  throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`, { cause: failure });
}

/** A TCP port of loopback that was free a moment ago. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
