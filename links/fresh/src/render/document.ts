// Renders a page into a whole document: first the page, so that its islands and its <Head> are
// known, then the app wrapper around its HTML.
import type { AnyVNode } from "../any_vnode.ts";
import { Fragment, h } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import type { BuildCache } from "../build_cache.ts";
import { preloadLinks } from "./boot_script.ts";
import "./hooks.ts";
import { RenderState, withRenderState } from "./state.ts";

/** A page and its surroundings. */
export interface DocumentInput {
  page: AnyVNode;
  /** The app wrapper, and how to put the page into it. */
  shell: { vnode: AnyVNode; setContent(content: AnyVNode): void } | null;
  pathname: string;
  basePath: string;
  cache: BuildCache;
}

/** A finished document. */
export interface DocumentOutput {
  html: string;
  nonce: string;
  /** Values for the Link header. */
  preload: string[];
}

const asNode = (html: string): AnyVNode => jsxTemplate([html]);

/** Renders in one synchronous go. */
export function renderDocument(input: DocumentInput): DocumentOutput {
  const { page, shell, cache, basePath, pathname } = input;
  const state = new RenderState(cache, basePath, pathname);
  return withRenderState(state, () => {
    let html = renderToString(page);
    if (shell !== null) {
      shell.setContent(asNode(html));
      html = renderToString(shell.vnode);
    }
    if (!state.seen.html) html = renderToString(frame(html, state));
    return { html: `<!DOCTYPE html>${html}`, nonce: state.nonce, preload: preloadLinks(state) };
  });
}

/** Browsers move comments about unless html, head and body are all there. */
function frame(html: string, { seen }: RenderState): AnyVNode {
  const body = seen.body ? asNode(html) : h("body", null, asNode(html));
  const head = seen.head ? null : h("head", null, h("meta", { charset: "utf-8" }));
  return h("html", null, h(Fragment, null, head, body));
}
