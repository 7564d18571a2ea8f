// Our stand-in must answer 45 requests as published Fresh 2.3.3 did.
import assert from "node:assert/strict";
import { realTest } from "../harness/real_parts.ts";
import { runDeno } from "./app_process.ts";
import { fixtureText, withConformanceApp, withConformanceCopy } from "./conformance_app.ts";
import { type RawAnswer, rawRequest } from "./raw_http.ts";

const COMPARED = ["content-type", "allow", "location", "x-h", "cache-control", "etag"];

/** An answer as the recording has it: ids, nonces and the boot script are named, not spelt out. */
function normalise({ statusLine, headers, body }: RawAnswer): string {
  const kept = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => COMPARED.includes(name))
    .toSorted(([a], [b]) => a < b ? -1 : 1);
  return [statusLine, ...kept.map(([name, value]) => `${name}: ${value}`), "", body]
    .join("\n")
    .replace(/<script type="module"[\s\S]*?<\/script>/g, "SCRIPT")
    .replace(/[0-9a-f]{40}/g, "ID")
    .replace(/[0-9a-f]{32}/g, "NONCE")
    .trimEnd();
}

/** Header names are alike in any case; the recording keeps them as the runtime wrote them. */
function lowerNames(answer: string): string {
  const [head = "", ...rest] = answer.split("\n\n");
  const lines = head.split("\n").map((line, i) =>
    i === 0 ? line : line.replace(/^[^:]+/, (name) => name.toLowerCase())
  );
  return [lines.join("\n"), ...rest].join("\n\n");
}

function parseRecording(text: string): Map<string, string> {
  const sections = text.slice(0, text.lastIndexOf("\n\n[")).split(/^## /m).slice(1);
  return new Map(sections.map((section) => {
    const lineEnd = section.indexOf("\n");
    return [section.slice(0, lineEnd), lowerNames(section.slice(lineEnd + 1).trimEnd())];
  }));
}

realTest(
  "an app that is typed for published Fresh type-checks",
  { needs: [] },
  () =>
    withConformanceCopy((folder) =>
      runDeno(folder, "check", "main.ts", "dev.ts", "routes", "islands")
    ),
);

realTest(
  "the stand-in answers every request as published Fresh did",
  { needs: [] },
  async (t) => {
    const recording = parseRecording(await fixtureText("published-fresh-2.3.3.txt"));
    const requests = (await fixtureText("urls.txt")).trim().split("\n");
    assert.equal(requests.length, 45);
    assert.deepEqual([...recording.keys()], requests);
    await withConformanceApp(async (port) => {
      for (const request of requests) {
        await t.step(request, async () => {
          const [method = "", path = ""] = request.split(" ");
          const answer = normalise(await rawRequest(port, method, path));
          assert.equal(answer, recording.get(request));
        });
      }
    });
  },
);
