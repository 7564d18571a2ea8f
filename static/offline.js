/** Asks every now and then whether the service is back, and loads the page again when it is. */
const EVERY_MS = 1_500;

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
  else setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
