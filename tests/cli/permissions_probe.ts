// Run by permissions_e2e_test.ts with the server's own permissions: tries what the server must
// be able to do and what it must not, and prints one line of JSON per try. Asserts nothing.

const [home = "", codexHome = "", program = "", outside = "", script = ""] = Deno.args;

async function attempt(name: string, act: () => unknown): Promise<void> {
  let result = "done";
  try {
    const value = await act();
    if (value === false || value === undefined) result = "nothing";
  } catch (error) {
    result = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify([name, result])}\n`));
}

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return new Deno.Command(command, { args, env, stdin: "null" }).outputSync().success;
}

async function echoOverLoopback(hostname: string): Promise<boolean> {
  using listener = Deno.listen({ hostname, port: 0 });
  using client = await Deno.connect({ hostname, port: listener.addr.port });
  using accepted = await listener.accept();
  await client.write(new Uint8Array([1]));
  return await accepted.read(new Uint8Array(1)) === 1;
}

// What it needs.
await attempt("read the program", () => Deno.readTextFileSync(`${program}/deno.json`));
for (const [name, folder] of [["home", home], ["codex home", codexHome]]) {
  await attempt(`write in the ${name}`, () => {
    Deno.writeTextFileSync(`${folder}/a`, "1");
    Deno.renameSync(`${folder}/a`, `${folder}/b`);
    return Deno.readTextFileSync(`${folder}/b`) === "1";
  });
}
await attempt("connect to 127.0.0.1", () => echoOverLoopback("127.0.0.1"));
await attempt("connect to localhost", () => echoOverLoopback("localhost"));
await attempt("run our script", () => run(script, ["--help"]));
await attempt("run git", () => run("git", ["--version"]));
await attempt("see HOME", () => Deno.env.get("HOME"));
await attempt("load a package", () => import("zod"));
await attempt("measure its memory", () => Deno.memoryUsage().rss);

// What it must not.
await attempt("read a file outside", () => Deno.readTextFileSync(`${outside}/secret`));
await attempt("read the password file", () => Deno.readTextFileSync("/etc/passwd"));
await attempt("list the root", () => [...Deno.readDirSync("/")]);
await attempt("write outside", () => Deno.writeTextFileSync(`${outside}/new`, ""));
await attempt("write into the program", () => Deno.writeTextFileSync(`${program}/x`, ""));
await attempt("rewrite our script", () => Deno.writeTextFileSync(script, ""));
await attempt("make a temporary file", () => Deno.makeTempFileSync());
await attempt("link out of the home", () => Deno.symlinkSync("/etc", `${home}/etc`));
await attempt(
  "connect to another address",
  () => Deno.connect({ hostname: "192.0.2.1", port: 80 }),
);
await attempt("fetch from another address", () => fetch("http://192.0.2.1/"));
await attempt("look a name up", () => Deno.resolveDns("example.com", "A"));
await attempt("listen to everyone", () => Deno.listen({ hostname: "0.0.0.0", port: 0 }));
await attempt("load code from the web", () => import("https:" + "//jsr.io/@std/fs/meta.json"));
await attempt("load a package that is not cached", () => import("npm:" + "is-even@1.0.0"));
await attempt("run Deno", () => run(Deno.execPath(), ["--version"]));
await attempt("run a shell", () => run("/bin/sh", ["-c", "true"]));
await attempt("run a shell by name", () => run("sh", ["-c", "true"]));
await attempt("preload a library", () => run(script, ["--help"], { LD_PRELOAD: "/x.so" }));
await attempt("load a library", () => Deno.dlopen("libc.so.6", {}));
await attempt("ask for the host's name", () => Deno.hostname());
await attempt("see a secret variable", () => Deno.env.get("OPENAI_API_KEY"));
await attempt(
  "ask for more",
  async () => (await Deno.permissions.request({ name: "read" })).state === "granted",
);
