/**
 * The headers that every answer gets. Scripts and styles run only from our own files or with the
 * nonce of this very page; nobody may frame us; nothing is kept by a cache that others share.
 */

/** Taken from the policy that Fresh's own `csp()` wrote: the nonce is known to it alone. */
const NONCE = /'nonce-([\w+/=-]+)'/;

/** Sets the headers on an answer, whoever made it. */
export function secure(response: Response): Response {
  const { headers } = response;
  const nonce = NONCE.exec(headers.get("content-security-policy") ?? "")?.[1];
  headers.set("content-security-policy", nonce === undefined ? PLAIN : policy(nonce));
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "DENY");
  // Not "no-referrer": browsers then send "Origin: null" with our own login form.
  headers.set("referrer-policy", "same-origin");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-resource-policy", "same-origin");
  headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return response;
}

/** Of answers that are no pages. */
const PLAIN = policy(undefined);

function policy(nonce: string | undefined): string {
  const inline = nonce === undefined ? "" : ` 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
