import assert from "node:assert/strict";
import type { Entry } from "../../lib/router/change.ts";
import { attachment, exportConversation, exportName } from "../../lib/transcript/export.ts";
import { entryMarkdown, fenced } from "../../lib/transcript/markdown.ts";
import { metaSchema } from "../../lib/transcript/meta.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const META = metaSchema.parse({
  conversation_id: "0123456789",
  thread_id: "t1",
  label: "Fix *the* menu",
  cwd: "/work/`odd`",
  created_at: NOW,
  updated_at: NOW,
});

function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `e${n}`,
    ts: NOW,
    role: "user",
    text: `message ${n}`,
  }));
}

/** A transcript that counts how much of it is asked for at once. */
function source(all: Entry[]) {
  const asked: number[] = [];
  const range = ({ after = 0, limit = 0 }) => {
    asked.push(limit);
    const page = all.slice(after, after + limit);
    return Promise.resolve({
      entries: page,
      first: after + 1,
      last: after + page.length,
      total: all.length,
    });
  };
  return { asked, get: () => ({ range }) };
}

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

Deno.test("a JSON export holds the meta and every entry, read page by page", async () => {
  const { asked, get } = source(entries(950));
  const whole = JSON.parse(await text(exportConversation(META, get, "json")));
  assert.deepEqual(whole, { conversation: { ...META }, entries: entries(950) });
  assert.ok(asked.length >= 5 && Math.max(...asked) <= 200);
  const empty = JSON.parse(await text(exportConversation(META, source([]).get, "json")));
  assert.deepEqual(empty.entries, []);
});

Deno.test("a Markdown export reads as a document", async () => {
  const list = [
    { id: "1", ts: NOW, role: "user", text: "make it **bold**" },
    { id: "2", ts: NOW, role: "reasoning", text: "a\n\nb" },
    {
      ...{
        id: "3",
        ts: NOW,
        role: "command",
        command: "cat x",
        cwd: "/",
        output: "```\nhi\n```\n",
      },
      ...{ exit_code: 0, duration_ms: 12, status: "completed" },
    },
    { id: "4", ts: NOW, role: "token_usage", total_tokens: 1 },
    { id: "5", ts: NOW, role: "plan", steps: [{ step: "one", status: "completed" }] },
    { id: "6", ts: NOW, role: "of_tomorrow", title: "news", text: "of *that* day" },
  ] as unknown as Entry[];
  assert.equal(
    await text(exportConversation(META, source(list).get, "md")),
    `# Fix \\*the\\* menu

- Folder: \`\` /work/\`odd\` \`\`
- Thread: \`t1\`
- Started: \`${NOW}\`

## You · ${NOW}

make it **bold**

> a
>
> b

\`\`\`\`console
$ cat x
\`\`\`
hi
\`\`\`
\`\`\`\`
*exit code 0, 12 ms*

**Plan**

- [x] one

*news: of \\*that\\* day*
`,
  );
});

Deno.test("a fence cannot be closed from within", () => {
  assert.equal(fenced("a", "sh"), "```sh\na\n```");
  assert.equal(fenced("`````", ""), "``````\n`````\n``````");
  const diff = { id: "d", ts: NOW, role: "diff", path: "a_b.ts", diff: "+```\n" } as Entry;
  assert.equal(entryMarkdown(diff), "**a\\_b.ts**\n\n````diff\n+```\n````");
});

Deno.test("the file's name is safe and says what it is", () => {
  const named = (label: string) => exportName({ ...META, label }, "md");
  assert.equal(named("Fix the menu"), "Fix-the-menu.md");
  assert.equal(named("../../etc/passwd\0"), "etc-passwd.md");
  assert.equal(named("Café: 🚀 öffnen"), "Café-öffnen.md");
  assert.equal(named("🚀"), "conversation-01234567.md");
  assert.equal(
    attachment('a"é\r\n.md'),
    "attachment; filename=\"a____.md\"; filename*=UTF-8''a%22%C3%A9%0D%0A.md",
  );
});
