import assert from "node:assert/strict";
import { join } from "@std/path";
import { loadSecret } from "../../lib/http/secret_file.ts";

async function withPath(fn: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await fn(join(folder, "token"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a secret is made once, for its owner only", () =>
  withPath(async (path) => {
    const secret = await loadSecret(path);
    assert.ok(secret.length >= 40);
    assert.equal(await loadSecret(path), secret);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }));

Deno.test("a secret that others can read is refused, with the remedy", () =>
  withPath(async (path) => {
    await loadSecret(path);
    await Deno.chmod(path, 0o644);
    await assert.rejects(loadSecret(path), /chmod 600/);
  }));

Deno.test("an empty secret is refused, not used", () =>
  withPath(async (path) => {
    await Deno.writeTextFile(path, "\n", { mode: 0o600 });
    await assert.rejects(loadSecret(path), /no usable secret/);
  }));
