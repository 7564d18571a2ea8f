/** Draws the tokens of blocks: paragraphs, headings, quotes, lists, tables. */
import { type ComponentChildren, h } from "preact";
import { CodeBlock } from "../code/code_block.tsx";
import { memo } from "../memo.ts";
import type { DocPart } from "./document.ts";
import { DEEPEST, inline } from "./inline.tsx";
import type { Token, Tokens } from "./lexer.ts";

type Draw = (token: Token, depth: number, key: number) => ComponentChildren;

/** Draws a row of block tokens. */
export function blocks(tokens: readonly Token[], depth = 0): ComponentChildren {
  return tokens.map((token, key) => {
    const draw = depth < DEEPEST ? BLOCKS.get(token.type) : undefined;
    return draw === undefined ? <p key={key}>{token.raw}</p> : draw(token, depth + 1, key);
  });
}

const paragraph: Draw = (token, depth, key) => (
  <p key={key}>{inline(token.tokens ?? [token], depth)}</p>
);

const BLOCKS: ReadonlyMap<string, Draw> = new Map(Object.entries<Draw>({
  space: () => null,
  def: () => null,
  paragraph,
  text: paragraph,
  plain: (token, _, key) => <p key={key} class="plain">{token.text}</p>,
  heading: (token, depth, key) =>
    // In quotes and lists a heading is only large: it would break the order of the real ones.
    token.level === undefined
      ? <p key={key} class={`h${token.depth}`}>{inline(token.tokens, depth)}</p>
      : h(`h${token.level}`, { key, class: `h${token.depth}` }, inline(token.tokens, depth)),
  hr: (_token, _depth, key) => <hr key={key} />,
  blockquote: (token, depth, key) => (
    <blockquote key={key}>{blocks(token.tokens ?? [], depth)}</blockquote>
  ),
  code: (token, _, key) => (
    <CodeBlock key={key} language={token.lang ?? ""} text={token.text} closed />
  ),
  list: (token, depth, key) => {
    const { ordered, start, loose, items } = token as Tokens.List;
    return (
      <List key={key} ordered={ordered} start={start === "" ? 1 : start} loose={loose}>
        {items.map((item, at) => <Item key={at} item={item} depth={depth} />)}
      </List>
    );
  },
  table: (token, _, key) => <Table key={key} parts={[{ key: 0, tokens: [token] }]} />,
}));

interface ListProps {
  readonly ordered: boolean;
  readonly start: number;
  readonly loose: boolean;
  readonly children: ComponentChildren;
}

/** A list; whether it is a loose one is a matter of looks alone, so that items need not change. */
export function List({ ordered, start, loose, children }: ListProps) {
  const looks = loose ? "loose" : undefined;
  return ordered
    ? <ol start={start === 1 ? undefined : start} class={looks}>{children}</ol>
    : <ul class={looks}>{children}</ul>;
}

/** An item of a list, with a box in front of it if it is a task. */
export const Item = memo(({ item, depth }: { item: Tokens.ListItem; depth: number }) => (
  <li class={item.task ? "task-item" : undefined}>{blocks(withBox(item), depth)}</li>
));

/** In a tight list the box stands before the text; it belongs into it. */
function withBox({ tokens }: Tokens.ListItem): readonly Token[] {
  const [box, text, ...rest] = tokens as Token[];
  if (box?.type !== "checkbox") return tokens as Token[];
  if (text === undefined) return [{ ...box, type: "text", tokens: [box] }];
  return [{ ...text, tokens: [box, ...text.tokens ?? []] }, ...rest];
}

/** A table that scrolls by itself when it is too wide. Rows come in parts, each with its head. */
export function Table({ parts }: { parts: readonly DocPart[] }) {
  const head = tableIn(parts[0]);
  if (head === null) return <>{parts.map((part) => blocks(part.tokens))}</>;
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.header.map((cell, at) => (
              <th key={at} class={cell.align ?? undefined}>{inline(cell.tokens as Token[])}</th>
            ))}
          </tr>
        </thead>
        {parts.map((part) => <Rows key={part.key} part={part} />)}
      </table>
    </div>
  );
}

const Rows = memo(({ part }: { part: DocPart }) => (
  <tbody>
    {tableIn(part)?.rows.map((row, at) => (
      <tr key={at}>
        {row.map((cell, column) => (
          <td key={column} class={cell.align ?? undefined}>{inline(cell.tokens as Token[])}</td>
        ))}
      </tr>
    ))}
  </tbody>
));

function tableIn(part: DocPart | undefined): Tokens.Table | null {
  const token = part?.tokens[0];
  return token?.type === "table" ? token as Tokens.Table : null;
}
