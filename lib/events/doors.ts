/**
 * The doors of all threads but HTTP: inbox file, drop folder, socket, and the discovery files that
 * tell of them. Watches the folders of the threads that are in use; a slow round looks at all of them
 * anyway, since watchers miss things. What comes through a door ends in the service.
 */
import { dirname } from "@std/path";
import type { CrashAt } from "./crash_points.ts";
import { type AgentCapabilities, fitsSocket, linkSocket, writeDiscovery } from "./discovery.ts";
import { DropFolder, QUIET_MS } from "./drop_folder.ts";
import { threadToken } from "./event_tokens.ts";
import { InboxTail } from "./inbox_tail.ts";
import type { DoorName } from "./ledger_line.ts";
import { parseEventText, tooLarge } from "./parse_event.ts";
import type { Principals } from "./principal.ts";
import { Quarantine } from "./quarantine.ts";
import type { EventService, Sender } from "./service.ts";
import { SocketDoor } from "./socket_door.ts";
import type { ThreadEvents } from "./thread_events.ts";
import { prepareFolder, type ThreadPaths, threadPaths } from "./thread_folder.ts";

export interface DoorsParts {
  readonly codexHome: string;
  readonly secret: string;
  readonly service: EventService;
  readonly principals: Principals;
  /** Where the one socket is to be; null for none. */
  readonly socketPath: string | null;
  readonly capabilities: () => AgentCapabilities;
  readonly now: () => number;
  readonly crash: CrashAt;
  readonly report: (problem: string) => void;
  readonly uid: number | null;
  readonly roundMs?: number;
}

/** The files of one thread. */
interface ThreadDoors {
  readonly paths: ThreadPaths;
  readonly inbox: InboxTail;
  readonly drop: DropFolder;
}

const ROUND_MS = 3_000;
/** Those that were used last; each costs three open files. */
const MOST_AT_START = 100;
const FROM_FILE: Pick<Sender, "credential" | "maxMode"> = {
  credential: { provenance: "file_owner" },
  maxMode: "auto_turn",
};

export class Doors {
  readonly #parts: DoorsParts;
  readonly #threads = new Map<string, Promise<ThreadDoors | null>>();
  readonly #byFolder = new Map<string, ThreadDoors>();
  readonly #byToken = new Map<string, string>();
  readonly #dormant = new Set<string>();
  readonly #socket: SocketDoor | null;
  #baseUrl: string | null = null;
  #watcher: Deno.FsWatcher | null = null;
  #watching: string[] = [];
  #round: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #opening = false;
  #closed = false;

  constructor(parts: DoorsParts) {
    this.#parts = parts;
    const { socketPath, service, principals, report } = parts;
    const threadOf = (token: string) => this.#byToken.get(token);
    this.#socket = socketPath !== null && fitsSocket(socketPath)
      ? new SocketDoor({ path: socketPath, service, principals, threadOf, report })
      : null;
  }

  /** Opens the doors of these threads; `baseUrl` is where the HTTP door is. */
  async open(baseUrl: string, threadIds: readonly string[]): Promise<void> {
    this.#baseUrl = baseUrl;
    // Threads that were used before we served have a file that does not say where we are.
    const before = [...this.#threads.keys()];
    await this.#socket?.open().catch((error) => {
      this.#parts.report(`the socket for events is not there: ${error.message}`);
    });
    // One watcher for all of them, not one after the other.
    this.#opening = true;
    for (const [at, threadId] of threadIds.entries()) {
      if (at < MOST_AT_START) await this.activate(threadId);
      else this.#dormant.add(threadId);
    }
    await this.#wake();
    this.#opening = false;
    this.#watch();
    // What came between the first look and the watcher.
    await this.poll();
    for (const threadId of before) await this.#announce(threadId);
    this.#round = setInterval(() => void this.poll(), this.#parts.roundMs ?? ROUND_MS);
    Deno.unrefTimer(this.#round as unknown as number);
  }

  /** From now on the doors of this thread are open, and what waited in front of them comes in. */
  async activate(threadId: string): Promise<void> {
    if (this.#closed) return;
    this.#dormant.delete(threadId);
    let doors = this.#threads.get(threadId);
    if (doors === undefined) {
      doors = this.#build(threadId).catch((error) => {
        this.#parts.report(`no doors for thread ${threadId}: ${error.message}`);
        return null;
      });
      this.#threads.set(threadId, doors);
    }
    const found = await doors;
    if (found === null) {
      // Perhaps it is known later.
      if (this.#threads.get(threadId) === doors) this.#threads.delete(threadId);
      return;
    }
    this.#watch();
    await this.#look(found);
  }

  /** Closes the doors of a thread whose conversation is gone; what lies there stays. */
  async forget(threadId: string): Promise<void> {
    this.#dormant.delete(threadId);
    const doors = await this.#threads.get(threadId);
    this.#threads.delete(threadId);
    if (!doors) return;
    this.#byFolder.delete(doors.paths.folder);
    this.#byToken.delete(threadToken(this.#parts.secret, threadId));
    await this.#shut(doors);
    this.#watch();
  }

  /** Looks at all files once. */
  async poll(): Promise<void> {
    await this.#wake();
    for (const doors of this.#byFolder.values()) await this.#look(doors);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#round);
    clearTimeout(this.#again);
    this.#watcher?.close();
    await this.#socket?.close();
    this.#baseUrl = null;
    for (const [threadId, opening] of this.#threads) {
      const doors = await opening;
      if (doors === null) continue;
      await this.#shut(doors);
      await this.#discover(threadId, doors.paths, null).catch(() => {});
    }
  }

  async #shut({ inbox, drop, paths }: ThreadDoors): Promise<void> {
    await inbox.close();
    await drop.idle();
    await Deno.remove(paths.socket).catch(() => {});
    await Deno.remove(paths.discovery).catch(() => {});
  }

  /** Threads that nobody has used for long are opened when something lies in front of their doors. */
  async #wake(): Promise<void> {
    for (const threadId of this.#dormant) {
      const { inbox, drop } = threadPaths(this.#parts.codexHome, threadId);
      const mail = await Deno.stat(inbox).then(({ size }) => size > 0, () => false) ||
        await Deno.stat(drop).then(() => true, () => false);
      if (mail) await this.activate(threadId);
    }
  }

  async #build(threadId: string): Promise<ThreadDoors | null> {
    const { codexHome, service, uid, secret, now, crash, report } = this.#parts;
    const thread = await service.thread(threadId);
    if (thread === null) return null;
    const paths = threadPaths(codexHome, threadId);
    await prepareFolder(paths.drop, uid);
    const quarantine = new Quarantine(paths.quarantine, now);
    const common = { uid, quarantine, report, crash };
    const doors: ThreadDoors = {
      paths,
      inbox: new InboxTail({
        ...{ ...common, path: paths.inbox },
        mark: () => thread.ledger.inbox,
        setMark: (mark) => thread.ledger.markInbox(mark),
        submit: ({ text, tooLong }) =>
          tooLong ? Promise.resolve(tooLarge()) : this.#submit("inbox", threadId, text),
      }),
      drop: new DropFolder({
        ...{ ...common, path: paths.drop, now },
        submit: (text) => this.#submit("drop", threadId, text),
      }),
    };
    this.#byFolder.set(paths.folder, doors);
    this.#byToken.set(threadToken(secret, threadId), threadId);
    await this.#tell(threadId, paths);
    return doors;
  }

  async #announce(threadId: string): Promise<void> {
    const doors = await this.#threads.get(threadId);
    if (doors) await this.#tell(threadId, doors.paths);
  }

  /** Writes the discovery file, with a name for the socket in the thread's folder. */
  async #tell(threadId: string, paths: ThreadPaths): Promise<void> {
    const open = this.#socket?.isOpen === true;
    const socket = open ? await linkSocket(this.#parts.socketPath!, paths.socket) : null;
    await this.#discover(threadId, paths, socket);
  }

  #submit(door: DoorName, threadId: string, text: string): ReturnType<ThreadEvents["submit"]> {
    const { service } = this.#parts;
    const parsed = parseEventText(text, { threadId, nowMs: service.nowMs });
    return service.submit(parsed, { door, ...FROM_FILE });
  }

  async #discover(threadId: string, paths: ThreadPaths, socket: string | null): Promise<void> {
    const { secret, capabilities, now } = this.#parts;
    await writeDiscovery({
      ...{ threadId, paths, secret, baseUrl: this.#baseUrl, socket },
      ...{ capabilities: capabilities(), nowMs: now() },
    });
  }

  async #look({ inbox, drop }: ThreadDoors): Promise<void> {
    await Promise.all([inbox.poll(), drop.poll()]).catch((error) => {
      this.#parts.report(`an inbox could not be read: ${error.message}`);
    });
  }

  /** One watcher for all folders: the new one is there before the old one goes. */
  #watch(): void {
    const wanted = [...this.#byFolder.values()].flatMap(({ paths }) => [paths.folder, paths.drop]);
    if (this.#closed || this.#opening || wanted.join() === this.#watching.join()) return;
    const before = this.#watcher;
    try {
      this.#watcher = Deno.watchFs(wanted, { recursive: false });
      this.#watching = wanted;
      void this.#follow(this.#watcher);
      before?.close();
    } catch (error) {
      this.#parts.report(`folders cannot be watched, only looked at: ${(error as Error).message}`);
    }
  }

  async #follow(watcher: Deno.FsWatcher): Promise<void> {
    try {
      for await (const { kind, paths } of watcher) {
        if (kind === "access") continue;
        for (const path of paths) this.#noticed(path);
      }
    } catch {
      // It was closed.
    }
  }

  /** A file that is not whole yet is looked at again: by a later change, after a while, by the round. */
  async #lookAt(drop: DropFolder): Promise<void> {
    if (await drop.poll() || this.#again !== undefined || this.#closed) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      void this.poll();
    }, QUIET_MS);
    Deno.unrefTimer(this.#again as unknown as number);
  }

  #noticed(path: string): void {
    const folder = dirname(path);
    const own = this.#byFolder.get(folder);
    if (own !== undefined && path === own.paths.inbox) void own.inbox.poll();
    const above = this.#byFolder.get(dirname(folder));
    if (above !== undefined && folder === above.paths.drop) void this.#lookAt(above.drop);
  }
}
