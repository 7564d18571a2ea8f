/** The port and the socket: free, ours, or in somebody's hands. */
import { type Check, fail, type Finding, ok, warn } from "../check.ts";

export const port: Check = {
  name: "port",
  async run({ config, listener }): Promise<Finding> {
    if (config.port === 0) return ok("a free one is picked at each start");
    const who = await listener(config.port);
    if (who === "nobody") return ok(`127.0.0.1:${config.port} is free`);
    if (who === "pilothouse") return ok(`Pilothouse runs on http://127.0.0.1:${config.port}`);
    return fail(`port ${config.port} is taken by another program`, "choose another with --port");
  },
};

export const eventSocket: Check = {
  name: "event socket",
  async run({ socket: { path, fits }, stat }): Promise<Finding> {
    if (!fits) {
      return warn(
        `${path} is longer than a socket's address may be: events come by HTTP and files`,
        "choose a home with a shorter path (--home)",
      );
    }
    const facts = await stat(path);
    if (facts !== null && facts.kind !== "socket") {
      return fail(`${path} is there, but is no socket`, `move it away: ${path}`);
    }
    return ok(path);
  },
};

export const fileWatches: Check = {
  name: "file watches",
  async run({ os, readText }): Promise<Finding> {
    if (os !== "linux") return ok("no limit to look at here");
    const text = await readText("/proc/sys/fs/inotify/max_user_watches");
    const most = Number(text ?? NaN);
    if (Number.isNaN(most)) return ok("the system does not tell its limit");
    return most >= 8_192 ? ok(`up to ${most}`) : warn(
      `the system allows only ${most}: events written to files may come a few seconds late`,
      "run: sudo sysctl fs.inotify.max_user_watches=65536",
    );
  },
};
