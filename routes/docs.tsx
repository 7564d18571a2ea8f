import { page } from "fresh";
import { DocsPage } from "../lib/http/docs_page.tsx";
import { openApi } from "../lib/http/openapi.ts";
import { define } from "../lib/http/services.ts";

export const handler = define.handlers({
  GET: (ctx) => page({ document: openApi(ctx.state.services.version) }),
});

/** The API, to read. */
export default define.page<typeof handler>(({ data }) => <DocsPage document={data.document} />);
