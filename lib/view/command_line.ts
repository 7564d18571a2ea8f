/** Commands as a person would type them, without the shell that codex wraps around each one. */

const WRAPPED = /^(?:\S*\/)?(?:ba|z|da|k)?sh\s+-l?c\s+([\s\S]+)$/;

/** `/bin/bash -lc 'seq 1 20'` → `seq 1 20`. Anything that is not such a wrapper stays as it is. */
export function bareCommand(command: string): string {
  const inner = WRAPPED.exec(command)?.[1];
  return inner === undefined ? command : unquote(inner);
}

/** Takes one level of shell quotes off, if the whole is one quoted word or has no quotes. */
function unquote(text: string): string {
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^"(?:[^"\\]|\\[\s\S])*"$/.test(text)) {
    return text.slice(1, -1).replace(/\\(["\\$`])/g, "$1");
  }
  // 'it'\''s' is how a shell quotes a quote.
  if (/^'(?:[^']|'\\'')*'$/.test(text)) return text.slice(1, -1).replaceAll(`'\\''`, "'");
  return text;
}
