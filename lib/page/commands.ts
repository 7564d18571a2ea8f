/** What a command is: something that can be done from the palette, by a slash, or by a key. */
import type { IconName } from "../view/icons.tsx";
import type { Choice } from "../view/settings.ts";

export interface Command {
  /** One word; what is typed behind the slash. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** What may follow the name, such as `<name>`. */
  readonly takes?: string;
  /** What there is to choose from, where that is known. */
  readonly choices?: () => readonly Choice<string>[];
  /** The keys that do the same, for people to read. */
  readonly keys?: string;
  readonly run: (argument: string) => void | Promise<unknown>;
}
