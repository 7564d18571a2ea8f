// Talking to the real codex through the running service, as a script would: REST for actions, the
// conversation as it is read back for what came of them. The model behind codex is scripted.

import assert from "node:assert/strict";
import { ModelServer, type Reply } from "../harness/model_server.ts";
import { type Service, type ServiceOptions, waitFor, withService } from "../harness/service.ts";

/** An entry of a transcript, with the fields that tests look at. */
export interface Row {
  readonly id: string;
  readonly role: string;
  readonly text?: string;
  readonly status?: string;
  readonly command?: string;
  readonly output?: string;
  readonly path?: string;
  readonly diff?: string;
  readonly steps?: readonly { readonly step: string; readonly status: string }[];
  readonly turn_id?: string;
  readonly decision?: string;
}

/** An approval that waits. */
export interface Pending {
  readonly id: string;
  readonly subject: { readonly kind: string } & Readonly<Record<string, unknown>>;
  readonly decisions: readonly { readonly id: string }[];
}

export interface Opened {
  readonly meta: { readonly thread_id: string | null; readonly label: string };
  readonly entries: readonly Row[];
  readonly live: {
    readonly turn_id: string | null;
    readonly items: readonly { readonly role: string; readonly text?: string }[];
    readonly approvals: readonly Pending[];
  };
  readonly queue: { readonly held: string | null; readonly waiting: readonly { text: string }[] };
  readonly server: { readonly state: string; readonly restarts: number };
}

/** What a test holds. */
export class Talk {
  constructor(readonly service: Service, readonly model: ModelServer) {}

  /** A call that must work. */
  async call(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
    const { status, answer } = await this.attempt(path, body, method);
    assert.ok(status < 300, `${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** A call that may fail. */
  async attempt(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
    const response = await this.service.fetch(`/api/appserver/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  }

  /** A new conversation in which commands run without asking, unless told otherwise. */
  async begin(fields: Record<string, unknown> = {}): Promise<string> {
    const free = { approval: "never", sandbox: "danger-full-access" };
    return (await this.call("conversations", { ...free, ...fields })).id;
  }

  say(conversation_id: string, text: string, more: Record<string, unknown> = {}) {
    return this.call("message", { conversation_id, text, ...more });
  }

  open(id: string): Promise<Opened> {
    return this.call(`conversation?id=${id}`);
  }

  /** The entries, once so many turns have ended. */
  async ended(id: string, turns = 1): Promise<readonly Row[]> {
    return await this.when(id, `the end of turn ${turns}`, ({ entries, live }) => {
      const ends = entries.filter(({ role }) => role === "status").length;
      return ends >= turns && live.turn_id === null ? entries : null;
    });
  }

  /** Says something and waits for the end of its turn. */
  async ask(id: string, text: string, turns = 1): Promise<readonly Row[]> {
    await this.say(id, text);
    return await this.ended(id, turns);
  }

  /** The approval that waits, once there is one. */
  approval(id: string): Promise<Pending> {
    return this.when(id, "an approval", ({ live }) => live.approvals[0] ?? null);
  }

  decide(id: string, approval: Pending, decision: string, more: Record<string, unknown> = {}) {
    return this.call("approval", {
      conversation_id: id,
      approval_id: approval.id,
      decision,
      ...more,
    });
  }

  /** What `look` finds in the conversation, once it finds something. */
  when<T>(id: string, what: string, look: (opened: Opened) => T): Promise<NonNullable<T>> {
    return waitFor(async () => look(await this.open(id)), {
      timeoutMs: 20_000,
      everyMs: 10,
      what,
    }) as Promise<NonNullable<T>>;
  }

  /** The pid of codex, or of whatever is the agent. */
  async agentPid(): Promise<number> {
    return (await this.call("status")).pid;
  }
}

/** Starts a model with a script and the service on the real codex. */
export async function withTalk(
  script: readonly Reply[],
  fn: (talk: Talk) => Promise<void>,
  options: ServiceOptions = {},
): Promise<void> {
  await using model = ModelServer.start(script);
  await withService({ modelUrl: model.url, ...options }, (service) => fn(new Talk(service, model)));
}

/** `role: text` of the rows that are not mere bookkeeping. */
export function told(rows: readonly Row[]): string[] {
  return rows.filter(({ role }) => role !== "token_usage")
    .map(({ role, text, status, command, path }) =>
      `${role}: ${text ?? path ?? [command, status].filter(Boolean).join(" ")}`
    );
}
