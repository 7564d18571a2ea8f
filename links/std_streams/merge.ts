// Makes one stream of several, in the order in which their chunks arrive.

/** Ends when all have ended; the first error is the error of the whole. */
export function mergeReadableStreams<T>(...streams: ReadableStream<T>[]): ReadableStream<T> {
  return new ReadableStream<T>({
    async start(controller) {
      let failed = false;
      async function copy(stream: ReadableStream<T>): Promise<void> {
        for await (const chunk of stream) {
          if (failed) return;
          controller.enqueue(chunk);
        }
      }
      try {
        await Promise.all(streams.map(copy));
        controller.close();
      } catch (error) {
        failed = true;
        controller.error(error);
      }
    },
  });
}
