// Tells an element such as <title> where it stands: in the document's head, in a <Head> somewhere
// in the page, or elsewhere. Runs on both sides.
import { type Context, createContext } from "preact";

/** `collect`: below `<Head>`; `place`: in the `<head>` of the document. */
export const HeadScope: Context<"collect" | "place" | null> = createContext<
  "collect" | "place" | null
>(null);
