/**
 * What a model gets to see beside the person's own words is made of fragments: typed, bounded, with
 * a role and a stable marker. This file owns the contract; each kind of fragment has its own file.
 */

/**
 * Who a fragment speaks as. `developer` is for our own fixed sentences only: text from outside never
 * goes there. `contextual_user` is state that the person caused but did not write as a request.
 */
export type FragmentRole = "developer" | "contextual_user";

/** One kind of fragment. */
export interface Fragment<Value> {
  /** Its name in envelopes, settings and logs. */
  readonly name: string;
  readonly role: FragmentRole;
  /** The most that a rendered fragment may take, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** The text, within bounds; null if there is nothing worth saying. */
  render(value: Value): string | null;
  /** True for a text that this fragment rendered: history must not take it for the person's words. */
  match(text: string): boolean;
}

const encoder = new TextEncoder();

/** The size of a text as the model's provider counts it. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The longest beginning of a text that fits into `maxBytes`, never cutting through a character. */
export function clipBytes(text: string, maxBytes: number): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) return text;
  let end = Math.max(0, maxBytes);
  // A byte of the form 10xxxxxx continues a character: step back to its beginning.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}
