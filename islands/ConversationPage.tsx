import { useEffect, useMemo, useRef } from "preact/hooks";
import type { OpenConversation } from "../lib/gateway/open_conversation.ts";
import type { AgentKind } from "../lib/http/services.ts";
import * as api from "../lib/page/api.ts";
import { PageModel } from "../lib/page/model.ts";
import { follow } from "../lib/page/stream.ts";
import { Composer } from "../lib/view/composer.tsx";
import { DemoBanner } from "../lib/view/demo_banner.tsx";
import { ConversationHeader } from "../lib/view/conversation_header.tsx";
import { Ribbon } from "../lib/view/ribbon.tsx";
import { Timeline } from "../lib/view/timeline.tsx";

interface Props {
  /** Null for a conversation that begins with the first message. */
  open: OpenConversation | null;
  /** The number of the last event that the page contains. */
  seq: number;
  agent: AgentKind;
  cwd: string;
}

/** The conversation: header, rows, ribbon and composer, kept alive by one WebSocket. */
export default function ConversationPage({ open, seq, agent, cwd }: Props) {
  const model = useMemo(() => new PageModel(open), []);
  const conversation = useRef(open?.meta.conversation_id ?? null);
  const unfollow = useRef(() => {});

  function start(id: string): void {
    conversation.current = id;
    unfollow.current = follow(id, seq, {
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
    if (conversation.current !== null) start(conversation.current);
    return () => unfollow.current();
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

  const send = (text: string) =>
    attempt(async () => {
      if (conversation.current === null) {
        const { id } = await api.createConversation();
        history.replaceState(null, "", `/c/${id}`);
        start(id);
      }
      await api.sendMessage(conversation.current!, text);
    });

  return (
    <section class="conversation">
      <ConversationHeader head={model.head} cwd={cwd} />
      {agent === "demo" ? <DemoBanner /> : null}
      <Timeline
        order={model.order}
        row={(id) => model.row(id)}
        decide={(id, decision) =>
          void attempt(() => api.decide(conversation.current!, id, decision))}
        demo={agent === "demo"}
      />
      <Ribbon head={model.head} connection={model.connection} problem={model.problem} />
      <Composer
        head={model.head}
        send={send}
        interrupt={() => void attempt(() => api.interrupt(conversation.current!))}
      />
    </section>
  );
}
