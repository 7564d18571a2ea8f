import assert from "node:assert/strict";
import { refusal } from "../../lib/http/origin.ts";

const PORT = 12359;
const asked = (headers: Record<string, string>) => refusal(new Headers(headers), PORT);

Deno.test("loopback names with our port are welcome, with or without our own origin", () => {
  for (const host of ["127.0.0.1:12359", "localhost:12359", "LOCALHOST:12359", "[::1]:12359"]) {
    assert.equal(asked({ host }), null, host);
    assert.equal(asked({ host, origin: `http://${host}` }), null, host);
  }
});

Deno.test("any other Host is refused, a rebound name with a matching Origin included", () => {
  for (
    const host of [
      "",
      "127.0.0.1",
      "127.0.0.1:1",
      "evil.example:12359",
      "localhost.evil:12359",
      "127.0.0.1:12359.evil",
      "127.0.0.1:123590",
      "0.0.0.0:12359",
      "127.0.0.2:12359",
    ]
  ) {
    assert.match(asked({ host, origin: `http://${host}` }) ?? "", /not ours/, host);
  }
});

Deno.test("a foreign Origin is refused: other sites, other ports, other schemes, none", () => {
  const host = "127.0.0.1:12359";
  for (
    const origin of [
      "https://evil.example",
      "http://127.0.0.1:3000",
      "https://127.0.0.1:12359",
      "null",
      "http://localhost:12359",
      "",
    ]
  ) {
    assert.match(asked({ host, origin }) ?? "", /origins/, origin);
  }
});

Deno.test("another page may link to us but not load from us", () => {
  const host = "127.0.0.1:12359";
  for (const site of ["cross-site", "same-site"]) {
    const load = { host, "sec-fetch-site": site, "sec-fetch-mode": "no-cors" };
    assert.match(asked(load) ?? "", /other sites/);
    assert.equal(asked({ ...load, "sec-fetch-mode": "navigate" }), null);
  }
  assert.equal(asked({ host, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }), null);
});
