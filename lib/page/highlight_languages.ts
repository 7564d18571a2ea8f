/**
 * The highlighter with the languages that agents write most. Loaded on demand; see highlighter.ts.
 */
import hljs from "highlight.js/core";
import bash from "highlight.js/languages/bash";
import c from "highlight.js/languages/c";
import cpp from "highlight.js/languages/cpp";
import csharp from "highlight.js/languages/csharp";
import css from "highlight.js/languages/css";
import diff from "highlight.js/languages/diff";
import dockerfile from "highlight.js/languages/dockerfile";
import go from "highlight.js/languages/go";
import ini from "highlight.js/languages/ini";
import java from "highlight.js/languages/java";
import javascript from "highlight.js/languages/javascript";
import json from "highlight.js/languages/json";
import kotlin from "highlight.js/languages/kotlin";
import makefile from "highlight.js/languages/makefile";
import markdown from "highlight.js/languages/markdown";
import php from "highlight.js/languages/php";
import python from "highlight.js/languages/python";
import ruby from "highlight.js/languages/ruby";
import rust from "highlight.js/languages/rust";
import shell from "highlight.js/languages/shell";
import sql from "highlight.js/languages/sql";
import swift from "highlight.js/languages/swift";
import typescript from "highlight.js/languages/typescript";
import xml from "highlight.js/languages/xml";
import yaml from "highlight.js/languages/yaml";
import { type Highlight, spansOf } from "../view/code/highlight.ts";

const LANGUAGES = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin },
  ...{ makefile, markdown, php, python, ruby, rust, shell, sql, swift, typescript, xml, yaml },
};

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
// Names that files and people use; the others come with the languages.
hljs.registerAliases(["jsonc", "json5", "jsonl"], { languageName: "json" });
hljs.registerAliases(["vue", "svelte"], { languageName: "xml" });

/** Colours code; null where the language is not known. */
export const highlight: Highlight = (code, language) => {
  if (hljs.getLanguage(language) === undefined) return null;
  return spansOf(hljs.highlight(code, { language, ignoreIllegals: true }).value);
};
