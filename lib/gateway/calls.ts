/**
 * Calls to the app-server for the rest of the gateway: waits for a restart that is under way, and
 * turns every failure into one that a route can pass on.
 */
import type { AppServer } from "../app_server/app_server.ts";
import type { Client } from "../app_server/client.ts";
import { isObject, type JsonObject } from "../protocol/message.ts";
import { asActionFailure, notRunning } from "./failure.ts";

/** How long an action waits for a restart; the first ones take well under a second. */
const RESTART_MS = 5_000;

export class Calls {
  readonly #appServer: AppServer;
  readonly #restartMs: number;

  constructor(appServer: AppServer, restartMs: number = RESTART_MS) {
    this.#appServer = appServer;
    this.#restartMs = restartMs;
  }

  /** Grows with each process of the app-server. */
  get generation(): number {
    return this.#appServer.generation;
  }

  /** Whether a call makes sense now. */
  get running(): boolean {
    return this.#appServer.status.state === "running";
  }

  /** The client of the running app-server, or a failure that says why there is none. */
  client(): Client {
    try {
      return this.#appServer.client;
    } catch (error) {
      throw this.#unavailable((error as Error).message);
    }
  }

  /** Waits a little for an app-server that is about to run. */
  async ready(): Promise<void> {
    if (await this.#appServer.whenRunning(this.#restartMs)) return;
    const { problem, state } = this.#appServer.status;
    throw this.#unavailable(problem ?? `the app-server is ${state}`);
  }

  /** Asks and waits; the answer is an object in all of this protocol. */
  async request(method: string, params: unknown): Promise<JsonObject> {
    try {
      const result = await this.client().request(method, params);
      return isObject(result) ? result : {};
    } catch (error) {
      throw asActionFailure(error);
    }
  }

  #unavailable(reason: string): Error {
    // A restart comes by itself; a stop or a failed first start does not.
    return this.#appServer.status.state === "restarting"
      ? notRunning(reason, 2)
      : notRunning(reason);
  }
}
