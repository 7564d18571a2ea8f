// The one inline script of a page: it imports the islands that the page has and wakes them.
import type { AnyVNode } from "../any_vnode.ts";
import { Fragment, h } from "preact";
import { PropsWriter } from "../props_writer.ts";
import { HiddenSlots, untouched } from "./islands.ts";
import { type RenderState, requireRenderState } from "./state.ts";

/** Goes to the end of the body, because by then all islands are known. */
export function EndOfBody(): AnyVNode {
  return h(Fragment, null, h(HiddenSlots, null), h(BootScript, null));
}

function BootScript(): AnyVNode | null {
  const state = requireRenderState();
  const code = bootCode(state);
  if (code === "") return null;
  return untouched(
    h("script", {
      type: "module",
      nonce: state.nonce,
      dangerouslySetInnerHTML: { __html: code },
    }),
  );
}

/** Text that means the same to JavaScript and cannot end or confuse a script element. */
function literal(value: string): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function bootCode({ cache, basePath, usedIslands, islandProps }: RenderState): string {
  const url = (path: string) => literal(basePath + path);
  const reload = cache.reloadEntry === null ? "" : `import ${url(cache.reloadEntry)};`;
  if (usedIslands.size === 0) return reload;
  const writer = new PropsWriter();
  for (const { island, props } of islandProps) writer.add(island.name, props);
  const islands = [...usedIslands];
  const imports = islands.map(({ exportName, name, file }) =>
    `import{${exportName} as ${name}}from ${url(file)};`
  );
  const names = islands.map(({ name }) => name);
  return `${reload}import{boot}from ${url(cache.clientEntry)};${imports.join("")}` +
    `boot({${names}},${literal(writer.toJson())});`;
}

/** The values of a Link header that lets the browser load the scripts early. */
export function preloadLinks({ cache, basePath, usedIslands }: RenderState): string[] {
  if (usedIslands.size === 0) return [];
  const files = new Set([cache.clientEntry, ...[...usedIslands].map(({ file }) => file)]);
  return [...files].map((file) =>
    `<${encodeURI(basePath + file)}>; rel="modulepreload"; as="script"`
  );
}
