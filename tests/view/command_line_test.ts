import assert from "node:assert/strict";
import { bareCommand } from "../../lib/view/command_line.ts";

Deno.test("the shell around a command is taken off, and nothing else", () => {
  const table: [string, string][] = [
    ["/bin/bash -lc ls", "ls"],
    ["/bin/bash -lc 'seq 1 20'", "seq 1 20"],
    ["bash -c 'a && b'", "a && b"],
    ['/usr/bin/zsh -lc "echo \\"hi\\""', 'echo "hi"'],
    [`/bin/bash -lc 'echo '\\''x'\\'''`, "echo 'x'"],
    ["/bin/bash script.sh", "/bin/bash script.sh"],
    ["fish -c ls", "fish -c ls"],
    ["/bin/bash -lc 'a' 'b'", "'a' 'b'"],
    ["", ""],
  ];
  for (const [raw, bare] of table) assert.equal(bareCommand(raw), bare, raw);
});
