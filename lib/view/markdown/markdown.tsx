/**
 * A message in Markdown, while it grows and when it is complete. Finished blocks are never drawn
 * again: a delta costs what it adds.
 */
import { useRef } from "preact/hooks";
import { CodeBlock } from "../code/code_block.tsx";
import { memo } from "../memo.ts";
import { blocks, Item, List, Table } from "./blocks.tsx";
import { type DocBlock, type DocPart, MarkdownDocument } from "./document.ts";
import type { Tokens } from "./lexer.ts";

/** Finished blocks are handed to Preact by the dozen, so that a long text is not compared as a whole. */
const GROUP = 32;

interface State {
  readonly document: MarkdownDocument;
  final: readonly DocBlock[];
  groups: (readonly DocBlock[])[];
}

/** Draws a text; `running` while more of it may come. */
export function Markdown({ text, running }: { text: string; running: boolean }) {
  const ref = useRef<State>(null);
  const state = ref.current ??= { document: new MarkdownDocument(), final: [], groups: [] };
  const pending = running ? state.document.update(text) : [];
  regroup(state, running ? state.document.final : state.document.finish(text), pending);
  return (
    <div class="md">
      {state.groups.map((group, at) => <Group key={at} group={group} />)}
    </div>
  );
}

/** Brings the groups up to date. Those with finished blocks alone stay the same arrays. */
function regroup(state: State, final: readonly DocBlock[], pending: readonly DocBlock[]): void {
  const restarted = final !== state.final;
  const full = restarted ? 0 : state.groups.findLastIndex((group) => isFull(group, final)) + 1;
  const rest = [...final.slice(full * GROUP), ...pending];
  const groups = state.groups.slice(0, full);
  for (let at = 0; at < rest.length; at += GROUP) groups.push(rest.slice(at, at + GROUP));
  state.groups = groups;
  state.final = final;
}

/** Whether a group has all its blocks, and all of them are final. */
function isFull(group: readonly DocBlock[], final: readonly DocBlock[]): boolean {
  return group.length === GROUP && group.at(-1)!.key <= (final.at(-1)?.key ?? -1);
}

const Group = memo(({ group }: { group: readonly DocBlock[] }) => (
  <>{group.map((block) => <BlockView key={block.key} block={block} />)}</>
));

const BlockView = memo(({ block }: { block: DocBlock }) => {
  switch (block.kind) {
    case "prose":
      return <>{blocks(block.tokens)}</>;
    case "code":
      return <CodeBlock language={block.language} text={block.text} closed={block.closed} />;
    case "table":
      return <Table parts={block.parts} />;
    case "list":
      return <ListView items={block.items} />;
  }
});

function ListView({ items }: { items: readonly DocPart[] }) {
  const lists = items.map(({ tokens }) => listIn(tokens));
  const first = lists.find((list) => list !== null);
  return (
    <List
      ordered={first?.ordered ?? false}
      start={first?.start === undefined || first.start === "" ? 1 : first.start}
      loose={lists.some((list, at) =>
        list?.loose || (at < lists.length - 1 && endsLoose(items[at]))
      )}
    >
      {items.map((part, at) => <ListPart key={part.key} list={lists[at] ?? null} part={part} />)}
    </List>
  );
}

/** One item, and what the lexer found behind it. */
const ListPart = memo(({ list, part }: { list: Tokens.List | null; part: DocPart }) => (
  <>
    {list?.items.map((item, at) => <Item key={at} item={item} depth={1} />)}
    {list === null || part.tokens.length > 1
      ? <li class="rest">{blocks(list === null ? part.tokens : part.tokens.slice(1), 1)}</li>
      : null}
  </>
));

function listIn(tokens: DocPart["tokens"]): Tokens.List | null {
  const [token] = tokens;
  return token?.type === "list" ? token as Tokens.List : null;
}

/** A blank line between two items makes the list a loose one. */
function endsLoose(part: DocPart | undefined): boolean {
  return part?.tokens.at(-1)?.type === "space";
}
