/**
 * The shells of all conversations, as the rest of the server uses them: the one of a conversation,
 * started where there is none; its blocks, from the host or from disk; and one stream of what
 * happens in all of them. Knows where a conversation's files are only by asking.
 *
 *   const shell = await shells.for(conversationId);      // ShellClient, or a failure
 *   await shell.run("ls", { timeoutMs, origin });        // at the next empty prompt
 *   shell.write(keys); shell.resize(cols, rows); shell.screen(); shell.follow(follower);
 *   await shells.blocks(conversationId, { after_seq });  // also without a running shell
 *
 * Whoever must miss no command keeps the `seq` of the last block it has dealt with (it grows over
 * all shells of a conversation) and asks for the blocks behind it in `onAttached`: a command may
 * have ended while no server ran.
 */
import type { Block } from "./blocks.ts";
import type { ShellClient } from "./client.ts";
import { type HostsOptions, ShellHosts } from "./hosts.ts";
import {
  type BlockMatch,
  type BlockText,
  type Bye,
  failure,
  type RequestParams,
  type ShellEvent,
  type ShellFailure,
} from "./protocol.ts";
import { listStoredBlocks, readStoredBlock, searchStoredBlocks } from "./stored_blocks.ts";

/** Where a conversation's shell works and keeps its files. */
export interface ShellPlace {
  /** The conversation's `agent_pty` folder. */
  readonly agentPty: string;
  readonly cwd: string;
}

/** Who wants to know what happens in any shell. */
export interface ShellsListener {
  /** The shell is there: just started, or back after a restart of the server. */
  onAttached?(shell: ShellClient): void;
  onEvent?(shell: ShellClient, event: ShellEvent): void;
  onGone?(shell: ShellClient, bye: Bye): void;
}

/** What the shells need. */
export interface AgentShellsOptions extends Omit<HostsOptions, "onShell"> {
  /** Throws where there is no such conversation. */
  readonly placeOf: (conversationId: string) => Promise<ShellPlace>;
  /** How long a shell lives on after a crash of the server; the shellspec's where it is left out. */
  readonly graceS?: number | undefined;
}

/** All conversations' shells. */
export class AgentShells {
  readonly #options: AgentShellsOptions;
  readonly #listeners = new Set<ShellsListener>();
  #hosts: ShellHosts | null = null;
  #problem = "";

  constructor(options: AgentShellsOptions) {
    this.#options = options;
  }

  /** Listens for hosts, also for those that outlived the last server. */
  static async listen(options: AgentShellsOptions): Promise<AgentShells> {
    const shells = new AgentShells(options);
    try {
      const onShell = (shell: ShellClient) => shells.#adopt(shell);
      shells.#hosts = await ShellHosts.listen({ ...options, onShell });
    } catch (error) {
      // All else works without shells; who asks for one is told.
      shells.#problem = `there are no shells: ${(error as Error).message}`;
      options.log(shells.#problem);
    }
    return shells;
  }

  /** Tells what happens, from now on. Returns how to stop that. */
  listen(listener: ShellsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The conversation's shell, if one runs and can be reached. */
  running(conversationId: string): ShellClient | null {
    const shell = this.#hosts?.get(conversationId) ?? null;
    return shell?.attached ? shell : null;
  }

  /** The conversation's shell, started where there is none. */
  async for(
    conversationId: string,
    size: { readonly cols?: number; readonly rows?: number } = {},
  ): Promise<ShellClient | ShellFailure> {
    const { graceS } = this.#options;
    const place = await this.#options.placeOf(conversationId);
    if (this.#hosts === null) return failure("no_shells", this.#problem);
    return await this.#hosts.open({
      ...{ conversationId, ...place, ...size },
      ...(graceS === undefined ? {} : { graceS }),
    });
  }

  /** Blocks, oldest first, the running one included; the last ones where there are more. */
  async blocks(
    conversationId: string,
    params: RequestParams<"blocks_list"> = {},
  ): Promise<readonly Block[] | ShellFailure> {
    const shell = this.running(conversationId);
    if (shell === null) return listStoredBlocks(await this.#folder(conversationId), params);
    const answer = await shell.request("blocks_list", params);
    return "ok" in answer ? answer : answer.blocks;
  }

  /** One block with its text. */
  async block(
    conversationId: string,
    params: RequestParams<"blocks_read">,
  ): Promise<BlockText | ShellFailure> {
    const shell = this.running(conversationId);
    if (shell !== null) return await shell.request("blocks_read", params);
    return readStoredBlock(await this.#folder(conversationId), params);
  }

  /** The newest blocks with the words in command or output. */
  async search(
    conversationId: string,
    params: RequestParams<"blocks_search">,
  ): Promise<readonly BlockMatch[] | ShellFailure> {
    const shell = this.running(conversationId);
    if (shell === null) return searchStoredBlocks(await this.#folder(conversationId), params);
    const answer = await shell.request("blocks_search", params);
    return "ok" in answer ? answer : answer.matches;
  }

  /** Ends the conversation's shell and all below it; false where there is none. */
  async end(conversationId: string): Promise<boolean> {
    return await this.#hosts?.end(conversationId) ?? false;
  }

  /** Ends all shells; a clean stop of the server. */
  async close(): Promise<void> {
    await this.#hosts?.stop();
  }

  #adopt(shell: ShellClient): void {
    shell.subscribe({
      onAttached: () => this.#tell((one) => one.onAttached?.(shell)),
      onEvent: (event) => this.#tell((one) => one.onEvent?.(shell, event)),
      onGone: (bye) => this.#tell((one) => one.onGone?.(shell, bye)),
    });
  }

  /** Leaves all shells to the next server, as a crash would. */
  abandon(): void {
    this.#hosts?.abandon();
  }

  async #folder(conversationId: string): Promise<string> {
    return (await this.#options.placeOf(conversationId)).agentPty;
  }

  #tell(say: (listener: ShellsListener) => void): void {
    for (const listener of [...this.#listeners]) say(listener);
  }
}
