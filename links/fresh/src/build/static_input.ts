// Reads what must be known of static files before they are copied or served.
import { join } from "node:path";
import { crawlStatic } from "./crawl.ts";
import { sha256 } from "./hash.ts";
import { mediaType } from "./media_type.ts";

/** A file of `static/`. */
export interface StaticInput {
  /** Its path on the server, decoded. */
  pathname: string;
  path: string;
  hash: string;
  contentType: string;
  size: number;
}

/** All files of a folder, with their hashes. */
export async function readStatics(staticDir: string): Promise<StaticInput[]> {
  const files = await crawlStatic(staticDir);
  return await Promise.all(files.map(async (file) => {
    const path = join(staticDir, file);
    const bytes = await Deno.readFile(path);
    return {
      pathname: `/${file}`,
      path,
      hash: await sha256(bytes),
      contentType: mediaType(file),
      size: bytes.length,
    };
  }));
}
