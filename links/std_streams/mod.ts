// Stands in for @std/streams where JSR is out of reach: lines, collecting and merging.
// The names and the behaviour are those of the published package, and nothing beyond it.
export { toArrayBuffer, toJson, toText } from "./collect.ts";
export { mergeReadableStreams } from "./merge.ts";
export { TextLineStream, type TextLineStreamOptions } from "./text_line_stream.ts";
