/** The login cookie on the wire. Its name has the port: cookies do not tell ports apart. */

/** The value of our cookie in a request, or null. */
export function readCookie(headers: Headers, port: number): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const cut = part.indexOf("=");
    if (cut !== -1 && part.slice(0, cut).trim() === name(port)) return part.slice(cut + 1).trim();
  }
  return null;
}

/** The Set-Cookie header for it. */
export function writeCookie(value: string, port: number, maxAgeSeconds: number): string {
  return `${name(port)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;
}

function name(port: number): string {
  return `pilothouse_${port}`;
}
