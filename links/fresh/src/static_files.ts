// Serves bundles and the files of `static/`. A path is only ever looked up among the files of the
// build, so nothing outside can be reached.
import { BUILD_ID_PARAM, bundlePrefix, getBuildId } from "./build_id.ts";
import { type Context, internals } from "./context.ts";
import type { Middleware } from "./handlers.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const NEVER = "no-cache, no-store, max-age=0, must-revalidate";

/** The path below the base path, decoded; null if it is malformed. */
function filePath<State>({ url, config }: Context<State>): string | null {
  const path = url.pathname.slice(config.basePath.length) || "/";
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function isImmutable<State>({ url, config }: Context<State>): boolean {
  const id = getBuildId();
  return config.mode !== "development" &&
    (url.searchParams.get(BUILD_ID_PARAM) === id ||
      url.pathname.startsWith(`${config.basePath}${bundlePrefix(id)}/`));
}

/** A middleware that answers requests for files; all else goes on. */
export function staticFiles<State>(): Middleware<State> {
  return async (ctx) => {
    const { req, url } = ctx;
    const path = filePath(ctx);
    const file = path === null || path === "/" ? null : await ctx[internals].cache.readFile(path);
    if (file === null) {
      // Browsers ask for it unbidden; an error page would be wasted on them.
      return path === "/favicon.ico" ? new Response(null, { status: 404 }) : await ctx.next();
    }
    if (req.method !== "GET" && req.method !== "HEAD") {
      return new Response("Method Not Allowed", { status: 405 });
    }
    const askedId = url.searchParams.get(BUILD_ID_PARAM);
    if (askedId !== null && askedId !== getBuildId()) {
      url.searchParams.delete(BUILD_ID_PARAM);
      return new Response(null, { status: 307, headers: { location: url.pathname + url.search } });
    }
    const headers = new Headers({
      "Content-Type": file.contentType,
      "Cache-Control": isImmutable(ctx) ? FOR_EVER : NEVER,
      "Vary": "If-None-Match",
    });
    if (file.hash !== null) {
      const etag = `W/"${file.hash}"`;
      headers.set("ETag", etag);
      const known = req.headers.get("If-None-Match");
      if (known === etag || known === file.hash) {
        return new Response(null, { status: 304, headers });
      }
    }
    headers.set("Content-Length", String(file.size));
    if (req.method === "HEAD") return new Response(null, { headers });
    const body = await file.open();
    return body === null ? await ctx.next() : new Response(body, { headers });
  };
}
