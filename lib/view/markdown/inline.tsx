/**
 * Draws inline tokens: emphasis, code, links. Every text becomes a text node and every tag is one
 * of ours, so nothing in a message can become markup.
 */
import type { ComponentChildren } from "preact";
import { visible } from "../visible.ts";
import { decodeEntities } from "./entities.ts";
import { safeAddress } from "./links.ts";
import type { Token } from "./lexer.ts";

/** Deeper than this, tokens are drawn as the text that they were written with. */
export const DEEPEST = 16;

type Draw = (token: Token, depth: number, key: number) => ComponentChildren;

/** Draws a row of inline tokens. */
export function inline(tokens: readonly Token[] | undefined, depth = 0): ComponentChildren {
  if (tokens === undefined) return null;
  return tokens.map((token, key) => {
    const draw = depth < DEEPEST ? INLINE.get(token.type) : undefined;
    return draw === undefined ? token.raw : draw(token, depth + 1, key);
  });
}

const INLINE: ReadonlyMap<string, Draw> = new Map(Object.entries<Draw>({
  text: (token, depth) =>
    token.tokens === undefined ? decodeEntities(token.text) : inline(token.tokens, depth),
  escape: (token) => token.text,
  strong: (token, depth, key) => <strong key={key}>{inline(token.tokens, depth)}</strong>,
  em: (token, depth, key) => <em key={key}>{inline(token.tokens, depth)}</em>,
  del: (token, depth, key) => <del key={key}>{inline(token.tokens, depth)}</del>,
  codespan: (token, _, key) => <code key={key}>{visible(token.text)}</code>,
  br: (_token, _depth, key) => <br key={key} />,
  // Only a line break gets this far: see the lexer.
  html: (_token, _depth, key) => <br key={key} />,
  link: (token, depth, key) => (
    <Anchor key={key} href={token.href} title={token.title}>{inline(token.tokens, depth)}</Anchor>
  ),
  // A picture from elsewhere would tell its host who reads what, so it is a link to it.
  image: (token, _, key) => (
    <Anchor key={key} href={token.href} title={token.title}>
      {`🖼 ${token.text === "" ? "image" : decodeEntities(token.text)}`}
    </Anchor>
  ),
  checkbox: (token, _, key) => (
    <span key={key} class={token.checked ? "task done" : "task"}>
      <span class="sr-only">{token.checked ? "done: " : "to do: "}</span>
    </span>
  ),
}));

interface AnchorProps {
  readonly href: string;
  readonly title: string | null;
  readonly children: ComponentChildren;
}

/** A link if its address is a safe one; else its text, with the address to be seen on hover. */
function Anchor({ href, title, children }: AnchorProps) {
  const address = safeAddress(href);
  if (address === null) return <span class="path" title={visible(href)}>{children}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={title === null ? address : `${title} · ${address}`}
    >
      {children}
    </a>
  );
}
