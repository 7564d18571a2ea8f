// Makes the URLs of static files cacheable by adding the build id. Runs on both sides.
import { BUILD_ID_PARAM, getBuildId } from "./build_id.ts";

/** Adds the build id to a path of this site; anything else comes back as it was. */
export function asset(path: string, basePath = ""): string {
  if (!path.startsWith("/") || path.startsWith("//")) return path;
  const id = getBuildId();
  const url = URL.parse(path, "http://asset.invalid");
  if (id === "" || url === null || url.searchParams.has(BUILD_ID_PARAM)) return path;
  url.searchParams.set(BUILD_ID_PARAM, id);
  const prefix = basePath === "/" ? "" : basePath;
  return prefix + url.pathname + url.search + url.hash;
}

/** {@linkcode asset} for each URL of a `srcset`. */
export function assetSrcSet(srcset: string, basePath = ""): string {
  // Parentheses may hold commas, and an empty part is malformed: better to leave both alone.
  if (srcset.includes("(")) return srcset;
  const parts = srcset.split(",");
  if (parts.some((part) => part.trim() === "")) return srcset;
  return parts.map((part) => part.replace(/\S+/, (url) => asset(url, basePath))).join(",");
}

/** The attributes of an `<img>` or `<source>` with cacheable URLs. */
export function lockedSources(props: Record<string, unknown>): Record<string, unknown> {
  if (props["data-fresh-disable-lock"]) return props;
  const { src, srcset } = props;
  return {
    ...props,
    ...(typeof src === "string" && { src: asset(src) }),
    ...(typeof srcset === "string" && { srcset: assetSrcSet(srcset) }),
  };
}
