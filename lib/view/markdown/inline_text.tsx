/** A line of text with emphasis, code and links in it, but no blocks: a step of a plan. */
import { useMemo } from "preact/hooks";
import { useTools } from "../timeline_tools.ts";
import { inline } from "./inline.tsx";
import { lexBlock, noLinks } from "./lexer.ts";

export function InlineText({ text }: { text: string }) {
  const { markdown } = useTools().looks.value;
  const tokens = useMemo(() => lexBlock(text, noLinks()), [text]);
  const [only] = tokens;
  // What would be a list or a heading is meant as it is written.
  const plain = !markdown || tokens.length !== 1 || only?.type !== "paragraph";
  return <>{plain ? text : inline(only.tokens)}</>;
}
