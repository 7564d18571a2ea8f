// Unpacks the browser that is inside the npm package and prints where. A program of its own: the
// package unpacks into TMPDIR, which chromium.ts points at the cache, and only whoever runs this
// downloads the package.

// Named here and not in deno.json: `deno task start` fetches all that is mapped there.
import chromium from "npm:@sparticuz/chromium@153.0.0";

const path = await chromium.executablePath();
await Deno.stdout.write(new TextEncoder().encode(`${path}\n`));
