import assert from "node:assert/strict";
import { fillTemplate, fillWords, type Surroundings } from "../../lib/shells/template.ts";

const at: Surroundings = {
  context: { CWD: "/work folder", NAME: "a${CWD}b", EMPTY: "", WORDS: ["codex", "app server"] },
  env: (name) => ({ KEY: "hush $(id) ${CWD}" })[name],
  freePort: () => 4711,
};

const FILLED: readonly [template: string, text: string, shown?: string][] = [
  ["plain", "plain"],
  ["", ""],
  ["${CWD}", "/work folder"],
  ["${CWD}/x:${CWD}", "/work folder/x:/work folder"],
  ["${EMPTY}", ""],
  // What a variable brings in is not looked at again.
  ["${NAME}", "a${CWD}b"],
  ["${free_port}-${free_port}", "4711-4711"],
  ["k=${env:KEY}", "k=hush $(id) ${CWD}", "k=${env:KEY}"],
  ["$${CWD}", "${CWD}"],
  ["$CWD `id` $(id) $$ ~", "$CWD `id` $(id) $$ ~"],
];

for (const [template, text, shown = text] of FILLED) {
  Deno.test(`the template ${JSON.stringify(template)} is filled in`, () => {
    assert.deepEqual(fillTemplate(template, at), { ok: true, filled: { text, shown } });
  });
}

const REFUSED: readonly [template: string, problem: RegExp][] = [
  [
    "${CVD}",
    /^unknown variable \$\{CVD\} \(did you mean \$\{CWD\}\?\); there is \$\{CWD\}, \$\{EMPTY\}, \$\{NAME\}, \$\{WORDS\}, \$\{free_port\}, \$\{env:NAME\}$/,
  ],
  ["${}", /unknown variable \$\{\}/],
  ["${toString}", /unknown variable/],
  [
    "${env:NOT_SET}",
    /^the environment variable NOT_SET is not set, or the server may not read it$/,
  ],
  ["${env:}", /does not name an environment variable/],
  ["${env:A-B}", /does not name an environment variable/],
  ["a ${CWD", /a \$\{ is not closed; write \$\$\{/],
  ["x ${WORDS}", /\$\{WORDS\} is a list, and must stand alone/],
];

for (const [template, problem] of REFUSED) {
  Deno.test(`the template ${JSON.stringify(template)} is refused, and told why`, () => {
    const result = fillTemplate(template, at);
    assert.ok(!result.ok);
    assert.match(result.problem, problem);
    assert.doesNotMatch(result.problem, /hush/);
  });
}

Deno.test("a list that stands alone becomes words, and nothing in them is split or run", () => {
  const words = (template: string) => {
    const result = fillWords(template, at);
    return result.ok ? result.words.map(({ text }) => text) : result.problem;
  };
  assert.deepEqual(words("${WORDS}"), ["codex", "app server"]);
  assert.deepEqual(words("${CWD}"), ["/work folder"]);
  assert.deepEqual(words("--key=${env:KEY}"), ["--key=hush $(id) ${CWD}"]);
});
