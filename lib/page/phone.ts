/** A device without a keyboard of its own: Enter is for line breaks there, and nothing is focused. */
export function isPhone(): boolean {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}
