/** What kind of device this is, as far as the page behaves differently on it. */

/** Without a keyboard of its own: Enter is for line breaks there, and nothing is focused. */
export function isPhone(): boolean {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}

/** With a Command key. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Whether a panel has room beside the conversation. */
export function roomForPanel(): MediaQueryList {
  return matchMedia("(min-width: 70.01rem)");
}

/** Where the list is a drawer. */
export function isNarrow(): boolean {
  return matchMedia("(max-width: 46rem)").matches;
}
