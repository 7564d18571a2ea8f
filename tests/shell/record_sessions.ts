// Records what real shells send with our integration, marks and all, for tests/shell/recorded_test.ts:
// `deno run -A tests/shell/record_sessions.ts`. Run it again when an integration script changes.

import { join } from "node:path";
import { Pty } from "../../lib/shell/host/pty.ts";
import { newNonces, writeStartFiles } from "../../lib/shell/host/start_files.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";

const START_FILES: Readonly<Record<string, readonly [string, string]>> = {
  bash: [".bashrc", "PS1='$ '\n"],
  zsh: [".zshrc", "PS1='%# '\n"],
  fish: [
    ".config/fish/config.fish",
    "set -g fish_greeting\nfunction fish_prompt; echo -n '> '; end\nfunction fish_title; end\n",
  ],
};

const LINES = [
  "echo plain",
  "false",
  "printf 'no newline'",
  "echo 'ünïcödé ✓; 100%'",
  "printf '\\033[?1049h\\033[Hfull screen\\033[?1049l'",
  "printf '\\033]7793;00000000000000000000000000000000;D;1;0;/;\\007'",
  "printf '10%%\\r50%%\\rdone\\n'; sh -c 'exit 7'",
  "",
  "head -c 300 /dev/urandom | od -An -tx1",
  "\x1b[200~echo pasted 1\necho pasted 2\x1b[201~",
];

const root = await Deno.makeTempDir({ prefix: "ph-record-" });
for (const [shell, [name, text]] of Object.entries(START_FILES)) {
  const home = join(root, shell);
  await Deno.mkdir(join(home, name, ".."), { recursive: true });
  await Deno.writeTextFile(join(home, name), text);
  const nonces = newNonces();
  const { plan, remove } = writeStartFiles(home, shell, nonces, undefined);
  const chunks: Uint8Array[] = [];
  let last = performance.now();
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const pty = new Pty({
    file: shell,
    args: plan.args,
    cwd: "/",
    env: {
      ...{ HOME: home, PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TERM: "xterm-256color" },
      ...plan.env,
    },
    cols: 80,
    rows: 24,
    onData(bytes) {
      chunks.push(bytes.slice());
      last = performance.now();
    },
    onExit: resolve,
  });
  const quiet = async () => {
    while (performance.now() - last < 700) await new Promise((ok) => setTimeout(ok, 50));
  };
  for (const line of [...LINES, "exit"]) {
    await quiet();
    last = performance.now();
    pty.write(new TextEncoder().encode(`${line}\r`));
  }
  await ended;
  remove();
  const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
  const recording = { shell, nonces, sizes: chunks.map(({ length }) => length) };
  const path = join(REPOSITORY, "tests/fixtures/shell", `${shell}.json`);
  await Deno.writeTextFile(
    path,
    `${JSON.stringify({ ...recording, base64: bytes.toBase64() }, null, 2)}\n`,
  );
}
await Deno.remove(root, { recursive: true });
Deno.exit(0);
