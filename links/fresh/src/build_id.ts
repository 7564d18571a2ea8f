// Knows which build is running. Every URL that carries this id may be cached for ever.
// In the browser it stands in the address of the bundle itself, because an id that is made from
// the content of the bundles cannot be inside them.

/** The query parameter that carries the build id of a static file. */
export const BUILD_ID_PARAM = "__frsh_c";

/** Where the bundles of a build are served from. */
export const bundlePrefix = (id: string): string => `/_fresh/js/${id}`;

let buildId = /\/_fresh\/js\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";

/** The id of the running build, or "" if there is none. */
export const getBuildId = (): string => buildId;

/** Set once, when a build is attached to an app. */
export function setBuildId(id: string): void {
  buildId = id;
}
