// `fresh/dev`: the builder, for `dev.ts` only.
export { Builder, type BuildOptions } from "./src/build/builder.ts";
