// `fresh/runtime`: what pages and islands may import. It runs in the browser too.
export { asset, assetSrcSet } from "./src/asset.ts";
export { Head, type HeadProps } from "./src/head.ts";
export { HttpError } from "./src/http_error.ts";

/** Is this code running in a browser? */
export const IS_BROWSER = typeof document !== "undefined";
