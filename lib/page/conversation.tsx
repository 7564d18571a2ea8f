/**
 * The open conversation: header, rows, ribbon and composer, kept alive by a WebSocket of its own.
 * Lives as long as it is on the screen; another conversation is another one of these.
 */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import { ContextChip } from "../view/context_chip.tsx";
import { ConversationHeader } from "../view/conversation_header.tsx";
import { DemoBanner } from "../view/demo_banner.tsx";
import { Ribbon } from "../view/ribbon.tsx";
import type { Defaults } from "../view/settings.ts";
import { Timeline } from "../view/timeline.tsx";
import { WaitingMessages } from "../view/waiting_messages.tsx";
import * as api from "./api.ts";
import type { Command } from "./commands.ts";
import { Composer } from "./composer.tsx";
import { commandsOf, menuOf } from "./conversation_commands.ts";
import { ConversationControls } from "./conversation_controls.ts";
import type { Desk, Opened } from "./desk.ts";
import { PageModel } from "./model.ts";
import { modelList, needModels } from "./model_list.ts";
import { PANELS } from "./panels.ts";
import { ShellControls } from "./shell_controls.ts";
import { follow } from "./stream.ts";
import type { PageActions } from "./page_actions.ts";

interface ConversationProps {
  readonly desk: Desk;
  readonly opened: Opened;
  /** No model is behind the answers. */
  readonly demo: boolean;
  /** What a new conversation starts with. */
  readonly defaults: Defaults;
  /** What sending does while a turn runs, where the conversation does not say. */
  readonly messageMode: "queue" | "steer";
  readonly actions: PageActions;
  /** A new conversation has got its id. */
  readonly onCreated: (id: string, text: string) => void;
}

export function Conversation(props: ConversationProps) {
  const { desk, opened, demo, actions } = props;
  const model = useMemo(() => new PageModel(opened.open, opened.cwd), []);
  const unfollow = useRef(() => {});
  const compose = useRef<(text: string | null) => void>(() => {});
  const controls = useMemo(() =>
    new ConversationControls(opened.open, opened.cwd, props.defaults, {
      onCreated: (id, text) => {
        props.onCreated(id, text);
        desk.became(opened.key, id);
        start(id, desk.seq);
      },
      onSettings: ({ markdown, command_output_lines, cwd }) => {
        model.tools.looks.value = { markdown, outputLines: command_output_lines, cwd };
      },
      onProblem: (problem) => void (model.problem.value = problem),
    }), []);

  const shell = useMemo(() => new ShellControls(controls, opened.open), []);

  function start(id: string, since: number): void {
    unfollow.current = follow(id, since, {
      onEvent: (event) => {
        controls.receive(event);
        model.receive(event);
      },
      onConnection: (state) => void (model.connection.value = state),
      onGap: async () => {
        const fresh = await api.openConversation(id);
        model.reset(fresh);
        controls.reset(fresh);
        return fresh.seq;
      },
    });
  }

  const latest = useRef<() => readonly Command[]>(() => []);
  useEffect(() => {
    if (opened.open !== null) start(opened.open.meta.conversation_id, opened.open.seq);
    const leave = model.live({
      range: (query) => api.readRange(controls.id.peek()!, query),
      open: () => api.openConversation(controls.id.peek()!),
    });
    void needModels();
    desk.current.value = {
      model,
      controls,
      commands: () => latest.current(),
      compose: (text) => compose.current(text),
    };
    return () => {
      if (desk.current.peek()?.controls === controls) desk.current.value = null;
      unfollow.current();
      leave();
    };
  }, []);

  const sent = useMemo(() => messagesOf(opened.open), []);
  const running = model.head.value.turnId !== null;
  const settings = controls.settings.value;
  const commands = () => [...commandsOf({ controls, actions, running }), ...actions.commands()];
  latest.current = commands;
  return (
    <section class="conversation">
      <ConversationHeader
        settings={{ ...settings, label: model.head.value.label || settings.label }}
        usage={model.head.value.usage}
        models={modelList.value}
        change={(change) => void controls.change(change)}
        openList={() => actions.openList()}
        openUsage={() => actions.showPanel("usage")}
        openSettings={() => actions.show("settings")}
        events={{ unread: actions.unreadEvents.value, open: () => actions.showPanel("events") }}
        panel={PANELS.length === 0 ? null : {
          open: actions.panelOpen.value !== null,
          toggle: () => actions.togglePanel(),
        }}
        menu={menuOf(commands())}
        demo={demo}
      />
      {demo && !actions.bannerHidden.value
        ? <DemoBanner dismiss={() => actions.hideBanner()} />
        : null}
      <Timeline
        source={model}
        decide={(approval, decision, answer) => void controls.decide(approval, decision, answer)}
        demo={demo}
      />
      <Ribbon model={model} />
      <WaitingMessages queue={controls.queue.value} running={running} actions={controls} />
      <Composer
        running={running}
        conversation={controls.id}
        sent={sent}
        mode={settings.message_mode ?? props.messageMode}
        setMode={(message_mode) => void controls.change({ message_mode })}
        send={(message) => controls.send(message)}
        interrupt={() => void controls.interrupt()}
        runShell={(command) => shell.run(command)}
        context={<ContextChip context={shell.context.value} actions={shell} />}
        commands={commands}
        compose={compose}
        tell={(problem) => void (model.problem.value = problem)}
      />
    </section>
  );
}

/** What was said before, for the arrow keys. */
function messagesOf(open: OpenConversation | null): string[] {
  return (open?.entries ?? []).filter((entry) => entry.role === "user").map(({ text }) => text);
}
