// The options that an application, a route or a layout can be given, and the names of the methods.
// Plain data: nothing here knows of requests or rendering.

/** The HTTP methods that can be routed. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";

/** All methods that can be routed. */
export const METHODS: readonly Method[] = [
  "GET",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
];

/** What `new App()` takes. */
export interface FreshConfig {
  /** Serve everything below this path, such as `/foo/bar`. */
  basePath?: string;
  mode?: "development" | "production";
  /** Take scheme and host of `ctx.url` from `X-Forwarded-Proto` and `X-Forwarded-Host`. */
  trustProxy?: boolean;
}

/** {@linkcode FreshConfig} with all gaps filled. */
export interface ResolvedFreshConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

/** What a layout may leave out of that which it would inherit. */
export interface LayoutConfig {
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** What a route may change about its place and its surroundings. */
export interface RouteConfig {
  /** A URLPattern path that replaces the one made from the file's name. */
  routeOverride?: string;
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
  /** For lazy routes: the methods to register before the module is loaded. */
  methods?: "ALL" | Method[];
}
