// Unpacks the browser that is inside the npm package and prints where. A program of its own: the
// package unpacks into TMPDIR, which chromium.ts points at the cache, and only whoever runs this
// downloads the package.

import chromium from "@sparticuz/chromium";

const path = await chromium.executablePath();
await Deno.stdout.write(new TextEncoder().encode(`${path}\n`));
