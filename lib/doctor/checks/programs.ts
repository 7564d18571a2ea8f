/** Programs around us: Deno itself, shells, and what some features call. */
import { type Check, fail, type Finding, ok, warn } from "../check.ts";
import { compareVersions, versionIn } from "../version.ts";

const OLDEST_DENO = [2, 9, 0];

export const deno: Check = {
  name: "deno",
  run({ denoVersion }): Finding {
    const found = versionIn(denoVersion);
    if (found !== null && compareVersions(found, OLDEST_DENO) >= 0) return ok(denoVersion);
    return fail(`Deno ${denoVersion} is too old: 2.9 is needed`, "run: npm install -g deno@latest");
  },
};

export const shell: Check = {
  name: "shell",
  async run({ env, find, run }): Promise<Finding> {
    const wanted = env("SHELL") || "bash";
    const path = find(wanted);
    if (path === undefined) {
      return fail(`your shell ${wanted} is not there`, "set SHELL to a shell that is installed");
    }
    const name = path.split("/").at(-1) ?? "";
    const oldest = OLDEST_SHELLS[name];
    if (oldest === undefined) {
      return warn(
        `${path} has no marks for commands: the terminal works, blocks are guessed`,
        "for blocks use bash, zsh or fish",
      );
    }
    const version = versionIn((await run(path, ["--version"]))?.out ?? "");
    if (version === null || compareVersions(version, oldest) >= 0) return ok(path);
    return warn(`${path} is older than ${oldest.join(".")}: blocks are guessed`, `update ${name}`);
  },
};

/** The first versions with the hooks that tell where a command begins and ends. */
const OLDEST_SHELLS: Readonly<Record<string, readonly number[]>> = {
  bash: [4, 4],
  zsh: [5, 0],
  fish: [3, 0],
};

export const terminal: Check = {
  name: "terminal",
  async run({ os, arch, ptyProblem }): Promise<Finding> {
    const problem = await ptyProblem();
    if (problem === null) return ok(`pseudo-terminals work (${os} ${arch})`);
    return fail(
      `no pseudo-terminal: ${problem}`,
      "the package has binaries for Linux and macOS on x86-64 and arm64",
    );
  },
};

export const git: Check = {
  name: "git",
  run: ({ find }) => present(find("git"), "git", "file lists ignore nothing", "install git"),
};

export const ripgrep: Check = {
  name: "ripgrep",
  run: ({ find }) => present(find("rg"), "rg", "file lists are slower", "install ripgrep"),
};

export const browser: Check = {
  name: "browser",
  run({ os, find, env }): Finding {
    const opener = os === "darwin" ? find("open") : find("xdg-open");
    const remote = env("SSH_CONNECTION") !== undefined;
    if (remote) {
      return warn(
        "you are logged in from elsewhere: the page is served on this machine only",
        "forward the port: ssh -L 12359:127.0.0.1:12359 <this machine>, then open the link",
      );
    }
    return opener !== undefined
      ? ok(`--open uses ${opener}; any browser of the last two years will do`)
      : ok("open the printed link by hand; any browser of the last two years will do");
  },
};

function present(path: string | undefined, name: string, lost: string, todo: string): Finding {
  return path === undefined ? warn(`${name} is not there: ${lost}`, todo) : ok(path);
}
