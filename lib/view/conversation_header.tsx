/**
 * The header of a conversation: its name and folder, the model, what the agent may do, how full
 * the context is. What choosing does is passed in.
 */
import { useState } from "preact/hooks";
import type { Model } from "../gateway/models.ts";
import type { TokenUsage } from "../router/change.ts";
import { Badge } from "./badge.tsx";
import { ContextMeter } from "./context_meter.tsx";
import { DemoMark } from "./demo_banner.tsx";
import { Icon } from "./icons.tsx";
import { RenameField } from "./list_row.tsx";
import { MenuButton, type MenuItem } from "./menu.tsx";
import { changeTo, effortChoices, modelChoices, modelWords } from "./model_choices.ts";
import { Picker } from "./picker.tsx";
import {
  type Approval,
  APPROVAL_CHOICES,
  permissionWords,
  type Sandbox,
  SANDBOX_CHOICES,
  type Settings,
} from "./settings.ts";

interface HeaderProps {
  readonly settings: Settings;
  readonly usage: TokenUsage | null;
  readonly models: readonly Model[];
  readonly change: (change: Partial<Settings>) => void;
  /** On narrow screens the list is a drawer behind this. */
  readonly openList: () => void;
  readonly openUsage: () => void;
  readonly openSettings: () => void;
  /** Events from outside; a button leads to those that nobody has seen. */
  readonly events: { readonly unread: number; readonly open: () => void };
  /** The panel beside it; null where there is none to show. */
  readonly panel: { readonly open: boolean; readonly toggle: () => void } | null;
  readonly menu: readonly MenuItem[];
  readonly demo: boolean;
}

export function ConversationHeader(props: HeaderProps) {
  const { settings, usage, models, change } = props;
  const permissions = permissionWords(settings);
  return (
    <header class="head">
      <button
        type="button"
        class="ghost narrow-only"
        aria-label="Conversations"
        aria-controls="list"
        onClick={props.openList}
      >
        <Icon name="list" />
      </button>
      <Names settings={settings} demo={props.demo} rename={(label) => change({ label })} />
      <div class="pickers">
        <Picker
          label="Model"
          icon="spark"
          text={modelWords(models, settings)}
          groups={[
            {
              title: "Model",
              value: settings.model,
              choices: modelChoices(models, settings),
              pick: (model) => change(changeTo(models, settings, model)),
            },
            {
              title: "Reasoning effort",
              value: settings.reasoning_effort,
              choices: effortChoices(models, settings),
              pick: (reasoning_effort) => change({ reasoning_effort }),
            },
          ]}
        />
        <Picker
          label="Permissions"
          icon="shield"
          text={permissions.text}
          danger={permissions.danger}
          groups={[
            {
              title: "When to ask",
              value: settings.approval,
              choices: APPROVAL_CHOICES,
              pick: (approval) => change({ approval: approval as Approval }),
            },
            {
              title: "What it can reach",
              value: settings.sandbox,
              choices: SANDBOX_CHOICES,
              pick: (sandbox) => change({ sandbox: sandbox as Sandbox }),
            },
          ]}
        />
      </div>
      <div class="state">
        <ContextMeter usage={usage} open={props.openUsage} />
        <button
          type="button"
          class="ghost wide-only"
          aria-pressed={settings.markdown}
          aria-label="Markdown"
          title={settings.markdown ? "Show the text as it came" : "Show Markdown formatted"}
          onClick={() => change({ markdown: !settings.markdown })}
        >
          <Icon name="text" />
        </button>
        <button
          type="button"
          class="ghost wide-only"
          aria-label="Settings"
          title="Settings"
          onClick={props.openSettings}
        >
          <Icon name="gear" />
        </button>
        <MenuButton label="More" items={props.menu} />
        {props.events.unread === 0
          ? null
          : (
            <button type="button" class="ghost bell" title="Events" onClick={props.events.open}>
              <Icon name="bell" />
              <Badge count={props.events.unread} of="unread event" />
            </button>
          )}
        {props.panel === null ? null : (
          <button
            type="button"
            class="ghost"
            aria-expanded={props.panel.open}
            aria-controls="side"
            aria-label="Side panel"
            title="Side panel"
            onClick={props.panel.toggle}
          >
            <Icon name="panel" />
          </button>
        )}
      </div>
    </header>
  );
}

interface NamesProps {
  readonly settings: Settings;
  readonly demo: boolean;
  readonly rename: (label: string) => void;
}

function Names({ settings, demo, rename }: NamesProps) {
  const [renaming, setRenaming] = useState(false);
  const { label, cwd } = settings;
  return (
    <div class="names">
      {renaming
        ? (
          <RenameField
            label={label}
            done={(name) => {
              setRenaming(false);
              if (name !== null) rename(name);
            }}
          />
        )
        : (
          <h1 title="Double-click to rename" onDblClick={() => setRenaming(label !== "")}>
            {label || "New conversation"}
          </h1>
        )}
      <div class="where">
        {demo ? <DemoMark /> : null}
        <code title={cwd}>{cwd}</code>
      </div>
    </div>
  );
}
