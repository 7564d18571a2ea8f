/** Says that the line to the service is broken, or that the login has lapsed; goes by itself. */
import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import * as api from "./api.ts";
import type { Connection } from "./stream.ts";

/** A line that is back at once is not worth a word. */
const PATIENCE_MS = 700;

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
        <button type="button" onClick={() => location.reload()}>Log in again</button>
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
