/** Below the list: how the agent is, and what concerns the whole page. */
import { Icon } from "../view/icons.tsx";
import type { Theme } from "../view/theme.ts";
import { ThemeSwitch } from "./theme_switch.tsx";
import type { WorkbenchState } from "./workbench_state.ts";

interface ListFootProps {
  readonly page: WorkbenchState;
  readonly agent: { readonly kind: string; readonly version: string | null };
  readonly theme: Theme;
}

const DOTS: Readonly<Record<string, string>> = {
  running: "green",
  starting: "yellow",
  restarting: "yellow",
  failed: "red",
};

export function ListFoot({ page, agent, theme }: ListFootProps) {
  const { state, problem } = page.server.value;
  const name = agent.kind === "demo" ? "Demo agent" : `${agent.kind} ${agent.version ?? ""}`.trim();
  const words = state === "running" ? `${name} is running` : problem ?? `${name} is ${state}`;
  return (
    <>
      <button
        type="button"
        class="ghost agent"
        title={words}
        aria-label={`Agent: ${words}`}
        onClick={() => page.show("agent")}
      >
        <span class={`dot ${DOTS[state] ?? "grey"}`} aria-hidden="true" />
        <span class="name">{name}</span>
      </button>
      <ThemeSwitch initial={theme} />
      <button
        type="button"
        class="ghost by-keys"
        aria-label="List of keys"
        title="List of keys (?)"
        onClick={() => page.show("shortcuts")}
      >
        <Icon name="keyboard" />
      </button>
      <button
        type="button"
        class="ghost"
        aria-label="All settings"
        title="Settings"
        onClick={() => page.show("settings")}
      >
        <Icon name="gear" />
      </button>
    </>
  );
}
