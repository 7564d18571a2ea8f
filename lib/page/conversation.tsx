/**
 * The open conversation: header, rows, ribbon and composer, kept alive by a WebSocket of its own.
 * Lives as long as it is on the screen; another conversation is another one of these.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import { ConversationHeader } from "../view/conversation_header.tsx";
import { DemoBanner } from "../view/demo_banner.tsx";
import { Ribbon } from "../view/ribbon.tsx";
import { Timeline } from "../view/timeline.tsx";
import * as api from "./api.ts";
import type { Command } from "./commands.ts";
import { Composer, type Outgoing } from "./composer.tsx";
import type { Desk, Opened } from "./desk.ts";
import { PageModel } from "./model.ts";
import { follow } from "./stream.ts";

interface ConversationProps {
  readonly desk: Desk;
  readonly opened: Opened;
  /** No model is behind the answers. */
  readonly demo: boolean;
  readonly openList: () => void;
  readonly commands: () => readonly Command[];
  /** A new conversation has got its id. */
  readonly onCreated: (id: string, text: string) => void;
}

export function Conversation(
  { desk, opened, demo, openList, onCreated, commands }: ConversationProps,
) {
  const model = useMemo(() => new PageModel(opened.open, opened.cwd), []);
  const unfollow = useRef(() => {});
  // Its own: by the time that something is done, the desk may have another one open.
  const id = useSignal(opened.open?.meta.conversation_id ?? null);

  function start(id: string, since: number): void {
    unfollow.current = follow(id, since, {
      onEvent: (event) => model.receive(event),
      onConnection: (state) => void (model.connection.value = state),
      onGap: async () => {
        const fresh = await api.openConversation(id);
        model.reset(fresh);
        return fresh.seq;
      },
    });
  }

  useEffect(() => {
    if (opened.open !== null) start(opened.open.meta.conversation_id, opened.open.seq);
    const leave = model.live({
      range: (query) => api.readRange(id.peek()!, query),
      open: () => api.openConversation(id.peek()!),
    });
    return () => {
      unfollow.current();
      leave();
    };
  }, []);

  /** Does it and shows what went wrong; true if nothing did. */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    model.problem.value = null;
    try {
      await action();
      return true;
    } catch (error) {
      model.problem.value = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** The id of this conversation, made now if there is none yet. */
  async function ensureId(text: string): Promise<string> {
    const known = id.peek();
    if (known !== null) return known;
    const { id: made } = await api.createConversation();
    id.value = made;
    onCreated(made, text);
    desk.became(opened.key, made);
    start(made, desk.seq);
    return made;
  }

  const send = ({ text }: Outgoing) =>
    attempt(async () => void await api.sendMessage(await ensureId(text), text));

  const sent = useMemo(() => messagesOf(opened.open), []);
  return (
    <section class="conversation">
      <ConversationHeader head={model.head} cwd={opened.cwd} openList={openList} />
      {demo ? <DemoBanner /> : null}
      <Timeline
        source={model}
        decide={(approval, decision, answer) =>
          void attempt(() => api.decide(id.peek()!, approval, decision, answer))}
        demo={demo}
      />
      <Ribbon model={model} />
      <Composer
        running={model.head.value.turnId !== null}
        takesPictures={false}
        conversation={id}
        sent={sent}
        send={send}
        interrupt={() => void attempt(() => api.interrupt(id.peek()!))}
        commands={commands}
        tell={(problem) => void (model.problem.value = problem)}
      />
    </section>
  );
}

/** What was said before, for the arrow keys. */
function messagesOf(open: OpenConversation | null): string[] {
  return (open?.entries ?? []).filter((entry) => entry.role === "user").map(({ text }) => text);
}
