/**
 * Opens the login link in the person's browser for `--open`. Failing to do so is no error: the
 * link stands on stdout.
 */
import { findExecutable } from "./executables.ts";

/** The server prints its address first and the link second. */
const LINK_LINE = 1;

/** A listener for the server's lines that opens the link once. */
export function openPageOnLink(
  env: (name: string) => string | undefined,
  print: (text: string) => void,
): (line: string, index: number) => void {
  return (line, index) => {
    if (index !== LINK_LINE || !/^http:\/\/127\.0\.0\.1:\d+\/\S*$/.test(line)) return;
    const name = Deno.build.os === "darwin" ? "open" : "xdg-open";
    const opener = findExecutable(name, env("PATH"));
    if (!opener) return print(`--open: there is no ${name} here; open the link by hand\n`);
    new Deno.Command(opener, { args: [line], stdin: "null", stdout: "null", stderr: "null" })
      .spawn().unref();
  };
}
