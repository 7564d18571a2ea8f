// What a test has started and must end, even when the test hangs: harnesses enlist a clean-up,
// which runs when their block is over, or when realTest gives up waiting for the block.

const enlisted = new Set<() => Promise<void>>();

/** Runs `fn` and then `cleanUp`; a test that times out runs `cleanUp` without waiting for `fn`. */
export async function withCleanUp<T>(
  cleanUp: () => Promise<void>,
  fn: () => Promise<T>,
): Promise<T> {
  let running: Promise<void> | undefined;
  const once = () => running ??= cleanUp();
  enlisted.add(once);
  let result: T;
  try {
    result = await fn();
  } catch (error) {
    enlisted.delete(once);
    // The test's own failure comes first; that of the clean-up must not be lost behind it.
    await once().catch((second) => {
      throw new AggregateError([error, second], `${messageOf(error)}; then ${messageOf(second)}`);
    });
    throw error;
  }
  enlisted.delete(once);
  await once();
  return result;
}

/** Ends whatever is still enlisted, newest first. Failures are collected, not lost. */
export async function cleanUpAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of [...enlisted].reverse()) {
    enlisted.delete(cleanUp);
    await cleanUp().catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, "cleaning up after the test failed");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
