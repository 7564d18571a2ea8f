/**
 * Where a request may come from. The Host must be a loopback name with our port: under DNS
 * rebinding Host and Origin are both the attacker's, so comparing them with each other is not
 * enough. Pure; the gate asks it before anything else, an upgrade included.
 */

const NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** Why a request is refused, in one sentence, or null if it is welcome. */
export function refusal(headers: Headers, port: number): string | null {
  const host = headers.get("host")?.toLowerCase() ?? "";
  if (!NAMES.some((name) => host === `${name}:${port}`)) {
    return `the Host "${host.slice(0, 100)}" is not ours: use http://127.0.0.1:${port}`;
  }
  const origin = headers.get("origin");
  // Another port of the same machine is "same-site": its cookies come along, so ports count here.
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) {
    return "requests from other origins are not answered";
  }
  const site = headers.get("sec-fetch-site");
  const foreign = site === "cross-site" || site === "same-site";
  if (foreign && headers.get("sec-fetch-mode") !== "navigate") {
    return "requests from other sites are not answered";
  }
  return null;
}
