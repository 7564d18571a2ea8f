import assert from "node:assert/strict";
import { computed, type Signal, signal } from "@preact/signals";
import { App } from "fresh";
import { Head } from "fresh/runtime";
import type { ComponentChildren, VNode } from "preact";
import { serveInMemory } from "./memory_build.ts";

function Counter({ count }: { count: Signal<number> }) {
  return <button type="button">{count}</button>;
}

function Panel({ title, children }: { title?: ComponentChildren; children?: ComponentChildren }) {
  return <section>{title}{children}</section>;
}

function Closed(_props: { children?: ComponentChildren }) {
  return <i>closed</i>;
}

function Nested({ count }: { count: Signal<number> }) {
  return <Counter count={count} />;
}

function Any(_props: Record<string, unknown>) {
  return <u />;
}

const islands = {
  Counter: { default: Counter },
  Panel: { Panel },
  Closed: { default: Closed },
  Nested: { default: Nested },
  Any: { default: Any, notAComponent: 1 },
};

async function render(vnode: VNode, path = "/"): Promise<string> {
  const app = new App()
    .onError("*", (ctx) => ctx.text((ctx.error as Error).message, { status: 500 }))
    .get("*", (ctx) => ctx.render(vnode));
  return await (await serveInMemory(app, { islands })(path)).text();
}

/** What stands in the body in front of the script. */
const bodyOf = (html: string) => /<body>(.*?)(?:<script.*)?<\/body>/s.exec(html)?.[1];

Deno.test("an island stands between markers and the page imports it", async () => {
  const html = await render(<Counter count={signal(1)} key="a:b-->" />);
  assert.equal(
    bodyOf(html),
    '<!--frsh:island:Counter:0:a%3Ab--%3E--><button type="button">1</button><!--/frsh:island-->',
  );
  assert.match(
    html,
    /<script type="module" nonce="[0-9a-f]{32}">import\{boot\}from "\/_fresh\/js\//,
  );
  assert.match(html, /import\{default as Counter\}from "[^"]+\/Counter\.js";boot\(\{Counter\},/);
});

Deno.test("a page without islands has no script", async () => {
  assert.doesNotMatch(await render(<p>plain</p>), /<script/);
});

Deno.test("two islands with one signal refer to the same entry", async () => {
  const count = signal(1);
  const html = await render(
    <div>
      <Counter count={count} />
      <Counter count={count} />
    </div>,
  );
  assert.match(html, /Counter:0:.*Counter:1:/s);
  // The table: two props objects, one signal.
  assert.match(html, /\{\\"count\\":0\},\{\\"count\\":0\}/);
});

Deno.test("an island inside an island is an ordinary component", async () => {
  const html = await render(<Nested count={signal(7)} />);
  assert.equal(
    bodyOf(html),
    '<!--frsh:island:Nested:0:--><button type="button">7</button><!--/frsh:island-->',
  );
});

Deno.test("JSX in props becomes slots, and islands in a slot are islands again", async () => {
  const html = await render(
    <Panel title={<b>t</b>}>
      kid <Counter count={signal(2)} />
    </Panel>,
  );
  assert.equal(
    bodyOf(html),
    "<!--frsh:island:Panel:0:--><section>" +
      "<!--frsh:slot:0:title--><b>t</b><!--/frsh:slot-->" +
      "<!--frsh:slot:1:children-->kid <!--frsh:island:Counter:1:-->" +
      '<button type="button">2</button><!--/frsh:island--><!--/frsh:slot-->' +
      "</section><!--/frsh:island-->",
  );
});

Deno.test("a slot that the island does not show waits in a template, with its islands", async () => {
  const html = await render(
    <Closed>
      <em>later</em>
      <Closed>
        <Counter count={signal(3)} />
      </Closed>
    </Closed>,
  );
  assert.match(
    html,
    /<template id="frsh-0-children"><em>later<\/em><!--frsh:island:Closed:1:--><i>closed<\/i>/,
  );
  assert.match(html, /<template id="frsh-1-children"><!--frsh:island:Counter:2:-->/);
  assert.match(html, /boot\(\{Closed,Counter\},/);
});

Deno.test("dates, maps, big numbers and computed signals can be props", async () => {
  const html = await render(
    <Any date={new Date(0)} map={new Map([["k", 1n]])} sum={computed(() => 2)} />,
  );
  assert.match(html, /\[\\"date\\",0\]/);
  assert.match(html, /\[\\"bigint\\",\\"1\\"\]/);
  assert.match(html, /\[\\"computed\\",\d+\]/);
});

Deno.test("a function as a prop is refused, naming island and prop", async () => {
  assert.match(
    await render(<Any menu={{ onSave: () => {} }} />),
    /^Cannot send the prop "menu\.onSave" of the island "Any" to the browser: it is a function/,
  );
  assert.match(await render(<Any>{() => <p />}</Any>), /prop "children" of the island "Any"/);
});

Deno.test("text in props cannot end the script", async () => {
  const text = "</script><script>alert(1)//\u2028\u2029";
  const html = await render(<Any text={text} />);
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.doesNotMatch(html, /[\u2028\u2029]/);
});

Deno.test("names of islands stay unique", async () => {
  const One = { default: () => <i>1</i> };
  const Two = { One: () => <i>2</i> };
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <p>
        <One.default />
        <Two.One />
      </p>,
    ));
  const html = await (await serveInMemory(app, { islands: { One, Two } })("/")).text();
  assert.match(html, /frsh:island:One:0:.*frsh:island:One_1:1:/s);
  assert.match(html, /import\{One as One_1\}/);
});

Deno.test("Head replaces what the document's head has and adds the rest", async () => {
  const More = () => (
    <>
      <meta name="description" content="new" />
      <link rel="icon" href="/i.svg" />
    </>
  );
  const app = new App()
    .appWrapper(({ Component }) => (
      <html>
        <head>
          <title>old</title>
          <meta name="description" content="old" />
          <meta name="robots" content="all" />
        </head>
        <body>
          <Component />
        </body>
      </html>
    ))
    .get("/", (ctx) =>
      ctx.render(
        <>
          <Head>
            <title>new</title>
            <More />
          </Head>
          <svg>
            <title>picture</title>
          </svg>
        </>,
      ));
  assert.equal(
    await (await serveInMemory(app, {})("/")).text(),
    '<!DOCTYPE html><html><head><title>new</title><meta name="description" content="new"/>' +
      '<meta name="robots" content="all"/><link rel="icon" href="/i.svg"/></head>' +
      "<body><svg><title>picture</title></svg></body></html>",
  );
});

Deno.test("scripts and styles get the page's nonce unless they have one", async () => {
  const html = await render(
    <div>
      <style>{"a{}"}</style>
      <script nonce="own" />
    </div>,
  );
  assert.match(html, /<style nonce="[0-9a-f]{32}">/);
  assert.match(html, /<script nonce="own">/);
});

Deno.test("a node that is used for many pages gets a new nonce on each", async () => {
  const shared = <style>{"a{}"}</style>;
  const nonces = [await render(shared), await render(shared)].map((html) =>
    /nonce="(\w+)"/.exec(html)?.[1]
  );
  assert.notEqual(nonces[0], nonces[1]);
});

Deno.test("links to the page and to its ancestors are marked", async () => {
  const html = await render(
    <nav>
      <a href="/blog/new">here</a>
      <a href="/blog/">above</a>
      <a href="/shop">elsewhere</a>
      <a href="https://x.example/blog/new">outside</a>
    </nav>,
    "/blog/new",
  );
  assert.match(html, /<a href="\/blog\/new" data-current="true" aria-current="page">here/);
  assert.match(html, /<a href="\/blog\/" data-ancestor="true" aria-current="true">above/);
  assert.match(html, /<a href="\/shop">elsewhere/);
  assert.match(html, /<a href="https:\/\/x.example\/blog\/new">outside/);
});

Deno.test("a page that throws leaves nothing behind for the next one", async () => {
  function Broken(): never {
    throw new Error("broken");
  }
  assert.equal(
    await render(
      <div>
        <Counter count={signal(1)} />
        <Broken />
      </div>,
    ),
    "broken",
  );
  assert.match(await render(<Counter count={signal(2)} />), /Counter:0:/);
});
