/**
 * The two pages that are shown without the app around them: the login page and the error page.
 * Their style is inline, because without a login no file of ours is served.
 */
import { Head } from "fresh/runtime";

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #f6f7f9; --card: #fff; --line: #d9dee6;
  --quiet: #5a6678; --accent: #2457c5; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebf2; --paper: #11151b; --card: #191f28;
  --line: #2c3542; --quiet: #9aa6b8; --accent: #7aa5ff; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 16px;
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { width: min(440px, 100%); background: var(--card); border: 1px solid var(--line);
  border-radius: 14px; padding: 28px; }
h1 { margin: 0 0 4px; font-size: 20px; }
p { margin: 8px 0; color: var(--quiet); }
p.bad { color: var(--bad); }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
label { display: block; margin: 18px 0 6px; font-weight: 600; }
input, button { width: 100%; font: inherit; padding: 10px 12px; border-radius: 9px;
  border: 1px solid var(--line); background: var(--paper); color: inherit; }
button { margin-top: 12px; border-color: transparent; background: var(--accent); color: var(--card);
  font-weight: 600; cursor: pointer; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Asks for the token; says what was wrong with the last try. */
export function LoginPage({ problem }: { problem: string | null }) {
  return (
    <>
      <Head>
        <title>Log in · Pilothouse</title>
        <style>{STYLE}</style>
      </Head>
      <main>
        <h1>Pilothouse</h1>
        {problem === null ? null : <p class="bad" role="alert">{problem}</p>}
        <p>
          Open the link that Pilothouse printed in your terminal when it started. Or paste the token
          from the file <code>token</code> in its home folder, by default{" "}
          <code>~/.local/share/pilothouse/token</code>.
        </p>
        <form method="post" action="/login">
          <label for="token">Token</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            autofocus
          />
          <button type="submit">Log in</button>
        </form>
      </main>
    </>
  );
}

/** Says what went wrong, in words. */
export function ErrorPage({ status, message }: { status: number; message: string }) {
  return (
    <>
      <Head>
        <title>{`${status} · Pilothouse`}</title>
        <style>{STYLE}</style>
      </Head>
      <main>
        <h1>{status === 404 ? "Not found" : "This did not work"}</h1>
        <p>{message}</p>
        <p>
          <a href="/">Back to your conversations</a>
        </p>
      </main>
    </>
  );
}
