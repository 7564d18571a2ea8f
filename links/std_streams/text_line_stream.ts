// Cuts text chunks into lines. The end of a line may fall anywhere in a chunk, also between a CR
// and its LF; the last line needs no end.

/** What ends a line. */
export interface TextLineStreamOptions {
  /** A lone CR ends a line too, not only LF and CRLF. */
  allowCR?: boolean;
}

/** Turns chunks of text into lines without their ends. */
export class TextLineStream extends TransformStream<string, string> {
  /** Makes a stream that holds back an unfinished line. */
  constructor({ allowCR = false }: TextLineStreamOptions = {}) {
    // A CR at the very end may be half of a CRLF, so it waits for the next chunk.
    const end = allowCR ? /\r\n|\n|\r(?!$)/ : /\r?\n/;
    let rest = "";
    super({
      transform(chunk, controller) {
        const lines = (rest + chunk).split(end);
        rest = lines.pop() ?? "";
        for (const line of lines) controller.enqueue(line);
      },
      flush(controller) {
        if (rest === "") return;
        controller.enqueue(allowCR && rest.endsWith("\r") ? rest.slice(0, -1) : rest);
      },
    });
  }
}
