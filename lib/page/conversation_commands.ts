/**
 * The commands of the open conversation, for the slash, the palette and the header's menu: a table
 * with a small function each.
 */
import type { MenuItem } from "../view/menu.tsx";
import { changeTo, effortChoices, modelChoices } from "../view/model_choices.ts";
import * as api from "./api.ts";
import type { Command } from "./commands.ts";
import type { ConversationControls } from "./conversation_controls.ts";
import { modelList } from "./model_list.ts";
import type { PageActions } from "./page_actions.ts";

/** What is typed for the agent's own choice. */
const AS_CONFIGURED = "default";

interface CommandContext {
  readonly controls: ConversationControls;
  readonly actions: PageActions;
  readonly running: boolean;
}

export function commandsOf({ controls, actions, running }: CommandContext): Command[] {
  const settings = controls.settings.peek();
  const commands: Command[] = [
    {
      name: "rename",
      title: "Rename this conversation",
      icon: "pencil",
      takes: "<name>",
      run: (label) => label === "" ? undefined : controls.change({ label }),
    },
    {
      name: "compact",
      title: "Shorten what the model remembers",
      icon: "archive",
      run: () => controls.act((id) => api.act(id, "compact")),
    },
    {
      name: "review",
      title: "Let the agent review what is not committed",
      icon: "search",
      run: () => controls.act((id) => api.act(id, "review")),
    },
    {
      name: "fork",
      title: "Go on in a copy of this conversation",
      icon: "fork",
      run: () =>
        controls.act(async (id) => {
          const { id: copy } = await api.act(id, "fork");
          if (typeof copy === "string") actions.goTo(copy);
        }),
    },
    {
      name: "model",
      title: "Choose the model",
      icon: "spark",
      takes: "<name>",
      choices: () =>
        modelChoices(modelList.peek(), settings).map((one) => ({
          ...one,
          value: one.value ?? AS_CONFIGURED,
        })),
      run: (name) => {
        const model = name === "" || name === AS_CONFIGURED ? null : name;
        return controls.change(changeTo(modelList.peek(), settings, model));
      },
    },
    {
      name: "effort",
      title: "Choose how hard the model thinks",
      icon: "spark",
      takes: "<effort>",
      choices: () =>
        effortChoices(modelList.peek(), settings).map((one) => ({
          ...one,
          value: one.value ?? AS_CONFIGURED,
        })),
      run: (effort) =>
        controls.change({
          reasoning_effort: effort === "" || effort === AS_CONFIGURED ? null : effort,
        }),
    },
    {
      name: "export",
      title: "Download as Markdown",
      icon: "download",
      run: () => controls.act((id) => download(api.exportUrl(id, "md"))),
    },
    {
      name: "export-json",
      title: "Download as JSON",
      icon: "download",
      run: () => controls.act((id) => download(api.exportUrl(id, "json"))),
    },
    {
      name: "markdown",
      title: settings.markdown ? "Show text as it came" : "Show Markdown formatted",
      icon: "text",
      run: () => controls.change({ markdown: !settings.markdown }),
    },
  ];
  if (running) {
    commands.unshift({
      name: "stop",
      title: "Stop the running turn",
      icon: "stop",
      keys: "escape escape",
      run: () => controls.interrupt(),
    });
  }
  return commands;
}

/** A link that nobody sees: the browser names and keeps the file. */
function download(url: string): Promise<void> {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
  return Promise.resolve();
}

const IN_MENU = ["compact", "review", "fork", "export", "export-json", "markdown", "settings"];

/** The part of them that the header's menu shows. */
export function menuOf(commands: readonly Command[]): MenuItem[] {
  return commands.filter(({ name }) => IN_MENU.includes(name)).map(({ title, icon, run }) => ({
    label: title,
    icon,
    run: () => void run(""),
  }));
}
