/**
 * Where blocks stand in a terminal: each at the line in which its command was typed, looked for from
 * the newest upwards. What was cleared or has scrolled away has no place. Pure.
 */

/** A line of the terminal; a row that only continues the one above belongs to that one. */
export interface TerminalLine {
  readonly text: string;
  readonly wrapped: boolean;
}

/** A command that is looked for. */
export interface PlacedCommand {
  readonly block_id: string;
  readonly cmd: string;
}

/** The number of the row of each block that was found; blocks and rows are oldest first. */
export function placesOf(
  blocks: readonly PlacedCommand[],
  rows: readonly TerminalLine[],
): Map<string, number> {
  const places = new Map<string, number>();
  let below = rows.length;
  for (const { block_id, cmd } of blocks.toReversed()) {
    const at = lastRowOf(firstLine(cmd), rows, below);
    if (at === null) continue;
    places.set(block_id, at);
    below = at;
  }
  return places;
}

function firstLine(cmd: string): string {
  return cmd.trim().split("\n", 1)[0]!.trimEnd();
}

/** The row in which the last line above `below` begins that ends with the command. */
function lastRowOf(cmd: string, rows: readonly TerminalLine[], below: number): number | null {
  if (cmd === "") return null;
  let tail = "";
  for (let at = below - 1; at >= 0; at--) {
    const row = rows[at]!;
    // Rows that are continued have their blanks; only the end of the whole line is trimmed.
    tail = tail === "" ? row.text.trimEnd() : row.text + tail;
    if (row.wrapped) continue;
    if (tail.endsWith(cmd)) return at;
    tail = "";
  }
  return null;
}
