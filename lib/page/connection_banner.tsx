/** Says that the line to the service is broken, or that the login has lapsed; goes by itself. */
import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import * as api from "./api.ts";
import type { Connection } from "./stream.ts";

/** A line that is back at once is not worth a word. */
const PATIENCE_MS = 700;

const RETURN_KEY = "pilothouse.return";

/** The way to the login page, which leads to the first page and from there back here. */
function logIn(): void {
  try {
    sessionStorage.setItem(RETURN_KEY, location.pathname);
  } catch {
    // A browser that keeps nothing: one lands on the first page.
  }
  location.reload();
}

/** The path to go back to after a login, once. */
export function pathBeforeLogin(): string | null {
  try {
    const path = sessionStorage.getItem(RETURN_KEY);
    sessionStorage.removeItem(RETURN_KEY);
    return path;
  } catch {
    return null;
  }
}

export function ConnectionBanner({ connection }: { connection: ReadonlySignal<Connection> }) {
  const shown = useSignal(false);
  useSignalEffect(() => {
    if (connection.value === "open") {
      shown.value = false;
      api.loginExpired.value = false;
    }
    if (connection.value !== "lost") return;
    const timer = setTimeout(() => {
      shown.value = connection.peek() !== "open";
      // A socket is refused without a reason; a call tells whether it was the login.
      api.agentStatus().catch(() => {});
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  });
  if (api.loginExpired.value) {
    return (
      <div class="broken" role="alert">
        <span>Your login has expired. What you wrote is kept.</span>
        <button type="button" onClick={logIn}>Log in again</button>
      </div>
    );
  }
  if (!shown.value) return null;
  return (
    <div class="broken" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>The connection to Pilothouse is lost. Trying again…</span>
    </div>
  );
}
