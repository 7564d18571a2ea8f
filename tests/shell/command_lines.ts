// Command lines that the integrations of bash, zsh and fish are held to. Each must become one block
// with this text, exit code, output and folder. A new case is a new row.

/** One line, or what else a person does at a prompt. */
export interface CommandLine {
  /** What is typed; a newline is Enter, and there is one more at the end. */
  readonly line: string;
  /** The text of the block where it is not the line itself; null where it must not be known. */
  readonly cmd?: string | null;
  readonly exit?: number;
  /** What is left on the screen. */
  readonly out?: string | RegExp;
  /** Folder after it, below the home folder; unchanged unless given. */
  readonly cwd?: string;
  /** Typed while it runs. */
  readonly then?: string;
  /** How many blocks it makes; 1 unless given. */
  readonly blocks?: number;
  readonly alt?: boolean;
  readonly status?: string;
}

const LONG = `echo ${"long ".repeat(800)}end`;
const LONG_OUTPUT = LONG.slice("echo ".length);

/** What all three shells understand. */
const COMMON: readonly CommandLine[] = [
  { line: "echo hello", out: "hello" },
  { line: "true" },
  { line: "false", exit: 1 },
  { line: "echo a && echo b", out: "a\nb" },
  { line: "false && echo no", exit: 1 },
  { line: "false || echo yes", out: "yes" },
  { line: "echo a; echo b; false", out: "a\nb", exit: 1 },
  { line: "echo one | tr a-z A-Z | rev", out: "ENO" },
  { line: "false | true" },
  { line: "true | false", exit: 1 },
  { line: "mkdir -p 'a b' deep/er" },
  { line: "cd deep", cwd: "deep" },
  { line: "cd er", cwd: "deep/er" },
  { line: "cd ..", cwd: "deep" },
  { line: "cd", cwd: "" },
  { line: "cd ~/'a b'", cwd: "a b" },
  { line: 'cd "$HOME/deep/er"', cwd: "deep/er" },
  { line: "pwd", out: /deep\/er$/ },
  { line: "cd ../..", cwd: "" },
  { line: "cd ./deep/../'a b'", cwd: "a b" },
  { line: "cd ~", cwd: "" },
  { line: "cd /nowhere/at/all", exit: 1, out: /nowhere/ },
  { line: 'echo "ünïcödé ✓ 日本語 🎉"', out: "ünïcödé ✓ 日本語 🎉" },
  {
    line: "printf '%s ' 'semi;colon' %percent% 'back\\slash'",
    out: "semi;colon %percent% back\\slash",
  },
  { line: "printf 'no newline'", out: "no newline" },
  { line: "printf '\\033[31mred\\033[0m\\n'", out: "red" },
  { line: "printf ' 10%%\\r 50%%\\r100%%\\n'", out: "100%" },
  { line: "printf 'one\\ntwo\\033[A\\rONE\\n'", out: "ONE\ntwo" },
  { line: "sh -c 'echo out; echo err >&2'", out: "out\nerr" },
  { line: "echo kept > out.txt" },
  { line: "cat out.txt", out: "kept" },
  { line: "cat < out.txt | cat -", out: "kept" },
  { line: "cat /dev/null" },
  { line: `\x1b[200~${LONG}\x1b[201~`, cmd: LONG, out: LONG_OUTPUT },
  { line: "surely-no-such-command-anywhere", exit: 127, out: /surely-no-such-command-anywhere/ },
  { line: "sh -c 'exit 7'", exit: 7 },
  { line: "sh -c 'exit 300'", exit: 44 },
  { line: "sh -c 'kill -9 $$'", exit: 137, out: /kill|^$/i },
  { line: "seq 1 5", out: "1\n2\n3\n4\n5" },
  { line: "yes | head -3", out: "y\ny\ny" },
  { line: "printf '\\033[?1049hfull screen\\033[?1049l'", out: "", alt: true },
  {
    line: "printf 'before\\n\\033[?1049hmenu\\033[?1049lafter\\n'",
    out: "before\nafter",
    alt: true,
  },
  { line: "printf '\\377\\376\\000bytes\\n'", out: /bytes/ },
  { line: "printf '\\033]7793;00112233445566778899aabbccddeeff;D;1;0\\007spoof\\n'", out: "spoof" },
  { line: "printf '\\033]133;D;0\\007\\033]633;D;0\\007other marks\\n'", out: "other marks" },
  { line: "echo trailing   ", cmd: "echo trailing", out: "trailing" },
  { line: "test -d deep" },
  { line: "test -d nothing", exit: 1 },
  { line: "env printf '%s|' a 'b c'", out: "a|b c|" },
  { line: " echo hidden", cmd: null, out: "hidden" },
  { line: "echo same", out: "same" },
  { line: "echo same", out: "same" },
  { line: " echo hidden again", cmd: null, out: "hidden again" },
  { line: "sleep 30", then: "\x03", exit: 130, out: /^\^C$/, status: "interrupted" },
  { line: "", blocks: 0 },
  { line: "   ", blocks: 0 },
  { line: "\x03", blocks: 0 },
  { line: "echo never run\x03", blocks: 0 },
  { line: "sleep 0.2\necho typed ahead", blocks: 2 },
  {
    line: "\x1b[200~echo pasted 1\necho pasted 2\x1b[201~",
    cmd: "echo pasted 1\necho pasted 2",
    out: "pasted 1\npasted 2",
  },
  { line: "echo corrx\x7f\x7frected", cmd: "echo corrected", out: "corrected" },
  { line: "read_me\x15echo cleared first", cmd: "echo cleared first", out: "cleared first" },
];

/** bash and zsh, as POSIX has it. */
const POSIX: readonly CommandLine[] = [
  { line: "(exit 7)", exit: 7 },
  { line: "! true", exit: 1 },
  { line: "{ echo grouped; }", out: "grouped" },
  { line: "(cd / && pwd)", out: "/" },
  { line: "cd deep && cd -", out: /^(~|\/.*home)$/, cwd: "" },
  {
    line: "CDPATH=$HOME/deep; cd er; unset CDPATH",
    out: /^(\/.*deep\/er|~\/deep\/er)$/,
    cwd: "deep/er",
  },
  { line: "cd $OLDPWD", cwd: "" },
  { line: "pushd deep > /dev/null", cwd: "deep" },
  { line: "popd > /dev/null", cwd: "" },
  { line: "for i in 1 2 3; do echo $i; done", out: "1\n2\n3" },
  { line: "while false; do echo never; done" },
  { line: "if true; then echo yes; else echo no; fi", out: "yes" },
  { line: "case x in x) echo matched;; esac", out: "matched" },
  { line: "cat <<< text", out: "text" },
  { line: 'f() { echo "in f $1"; return 4; }' },
  { line: "f arg", exit: 4, out: "in f arg" },
  { line: "alias greet='echo greetings'" },
  { line: "greet you", out: "greetings you" },
  { line: "x=5" },
  { line: "echo $((x * 2)) '$x' \"$x\"", out: "10 $x 5" },
  { line: "echo err >&2", out: "err" },
  { line: "sleep 0.01 &", out: /^\[\d+\] \d+/ },
  { line: "wait", out: /done|^$/i },
  { line: 'echo "multi\nline"', out: "multi\nline" },
  { line: "eval 'echo evaluated; false'", exit: 1, out: "evaluated" },
  { line: "set -o pipefail; false | true", exit: 1 },
  { line: "set +o pipefail" },
  { line: "[[ a == b ]]", exit: 1 },
  { line: "export KEPT=yes; env | grep KEPT", out: "KEPT=yes" },
  { line: "exec 3>&1; echo three >&3; exec 3>&-", out: "three" },
  { line: "echo 'echo sourced; false' > script.sh" },
  { line: ". ./script.sh", exit: 1, out: "sourced" },
  { line: "bash --norc -c 'echo nested; exit 3'", exit: 3, out: "nested" },
  { line: "echo a{1,2,3}", out: "a1 a2 a3" },
  { line: "echo $(echo inner | cat)", out: "inner" },
  { line: "diff <(echo a) <(echo a)" },
  { line: "sleep 30", then: "\x1a", exit: 148, out: /sleep 30/ },
  { line: "kill %1; wait %1 2>/dev/null; true", out: /.*/s },
];

/** bash puts several lines of one command on one, as its history does. */
const BASH: readonly CommandLine[] = [
  ...COMMON,
  ...POSIX,
  { line: "for i in 1 2\ndo echo $i\ndone", cmd: "for i in 1 2; do echo $i; done", out: /1\n2$/ },
  { line: "cat <<X\nhere $x\nX", cmd: "cat <<X\nhere $x\nX", out: "here 5" },
  { line: "echo back\\\nslash", cmd: "echo backslash", out: "backslash" },
  { line: "# nothing but a comment", blocks: 0 },
  { line: "echo x # comment", out: "x" },
  { line: "echo )", blocks: 0 },
];

/** zsh keeps lines as they were typed. */
const ZSH: readonly CommandLine[] = [
  ...COMMON,
  ...POSIX,
  { line: "for i in 1 2\ndo echo $i\ndone", cmd: "for i in 1 2\ndo echo $i\ndone", out: "1\n2" },
  { line: "cat <<X\nhere $x\nX", cmd: "cat <<X\nhere $x\nX", out: "here 5" },
  { line: "echo back\\\nslash", cmd: "echo back\\\nslash", out: "backslash" },
  { line: "setopt interactive_comments" },
  { line: "echo x # comment", out: "x" },
  { line: "echo )", blocks: 0 },
  { line: "cd +0", cwd: "", out: "~" },
];

const FISH: readonly CommandLine[] = [
  ...COMMON,
  { line: "not true", exit: 1 },
  { line: "begin; echo grouped; end", out: "grouped" },
  { line: "cd deep; and cd -", cwd: "" },
  { line: "prevd", cwd: "a b" },
  { line: "nextd", cwd: "" },
  { line: "pushd deep", cwd: "deep" },
  { line: "popd", cwd: "" },
  { line: "./deep", cwd: "deep" },
  { line: "..", cwd: "" },
  { line: "for i in 1 2 3; echo $i; end", out: "1\n2\n3" },
  { line: "for i in 1 2\necho $i\nend", cmd: "for i in 1 2\necho $i\nend", out: "1\n2" },
  { line: "while false; echo never; end" },
  { line: "if true; echo yes; else; echo no; end", out: "yes" },
  { line: "switch x; case x; echo matched; end", out: "matched" },
  { line: "function f; echo in f $argv; return 4; end" },
  { line: "f arg", exit: 4, out: "in f arg" },
  { line: "alias greet='echo greetings'" },
  { line: "greet you", out: "greetings you" },
  { line: "set x 5" },
  { line: "math $x x 2", out: "10" },
  { line: "echo '$x' \"$x\"", out: "$x 5" },
  { line: "echo err >&2", out: "err" },
  { line: "sleep 0.01 &" },
  { line: "wait", out: /.*/s },
  { line: 'echo "multi\nline"', cmd: 'echo "multi\nline"', out: "multi\nline" },
  { line: "eval 'echo evaluated; false'", exit: 1, out: "evaluated" },
  { line: "set -gx KEPT yes; env | grep KEPT", out: "KEPT=yes" },
  { line: "echo 'echo sourced; false' > script.fish" },
  { line: "source script.fish", exit: 1, out: "sourced" },
  { line: "fish --no-config -c 'echo nested; exit 3'", exit: 3, out: "nested" },
  { line: "echo a{1,2,3}", out: "a1 a2 a3" },
  { line: "echo (echo inner | cat)", out: "inner" },
  { line: "echo x # comment", out: "x" },
  { line: "string upper abc", out: "ABC" },
];

/** The rows of each shell. */
export const COMMAND_LINES = { bash: BASH, zsh: ZSH, fish: FISH } as const;
