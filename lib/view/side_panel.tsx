/**
 * The frame of the panel beside the conversation: tabs, a place for what the chosen one shows, and
 * the cookie by which the server draws it open at once. What is in the tabs is passed in.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Badge } from "./badge.tsx";
import { Icon, type IconName } from "./icons.tsx";

const COOKIE = "pilothouse_panel";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The name of the panel that this browser had open, or null. */
export function panelFrom(cookies: string | null): string | null {
  return /(?:^|;\s*)pilothouse_panel=([\w-]+)/.exec(cookies ?? "")?.[1] ?? null;
}

/** What `document.cookie` is set to, to remember which one is open. */
export function panelCookie(name: string | null): string {
  const seconds = name === null ? 0 : YEAR_SECONDS;
  return `${COOKIE}=${name ?? ""}; Path=/; SameSite=Lax; Max-Age=${seconds}`;
}

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** How much of it nobody has seen, and what that is called. */
  readonly badge?: { readonly count: number; readonly of: string } | undefined;
}

interface SidePanelProps {
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly wide: boolean;
  /** It lies over the page, and was asked for: the keyboard goes with it. */
  readonly over: boolean;
  readonly choose: (name: string) => void;
  readonly toggleWide: () => void;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export function SidePanel(props: SidePanelProps) {
  const { tabs, chosen, wide, over, choose, close } = props;
  const strip = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  useLayoutEffect(() => {
    if (!over && !byKey.current) return;
    byKey.current = false;
    strip.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [over, chosen]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !over || event.defaultPrevented) return;
    event.preventDefault();
    close();
  }

  /** Arrow keys go through the tabs and choose, as tabs do. */
  function onTabKey(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    byKey.current = true;
    choose(tabs[(at + step) % tabs.length]!.name);
  }

  return (
    <aside class={over ? "side over" : "side"} id="side" aria-label="Panel" onKeyDown={onKeyDown}>
      <header>
        <div ref={strip} class="tabs" role="tablist" aria-label="Panels" onKeyDown={onTabKey}>
          {tabs.map(({ name, title, icon, badge }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === chosen}
              aria-controls="panel"
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => choose(name)}
            >
              <Icon name={icon} />
              <span>{title}</span>
              {badge === undefined || badge.count === 0 ? null : <Badge {...badge} />}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="ghost widen"
          aria-pressed={wide}
          aria-label="Wide panel"
          title={wide ? "Make it narrow" : "Make it wide"}
          onClick={props.toggleWide}
        >
          <Icon name="widen" />
        </button>
        <button type="button" class="ghost" aria-label="Close panel" title="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {props.children}
      </div>
    </aside>
  );
}
