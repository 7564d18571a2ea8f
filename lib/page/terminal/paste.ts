/** Text on its way into the shell: several lines may run at once, so a person is asked first. */

/** How many lines a text has; a line end at its end begins another, for it runs the one before. */
export function linesOf(text: string): number {
  return text.split(/\r\n?|\n/).length;
}
