// Sends a Content-Security-Policy with every answer that passes through.
import { NONCE } from "./context.ts";
import type { Middleware } from "./handlers.ts";

/** How the policy differs from the default one. */
export interface CSPOptions {
  /** Only report violations. */
  reportOnly?: boolean;
  /** Where violations are reported to. */
  reportTo?: string;
  /** Directives that replace the default ones of the same name, or come on top. */
  csp?: string[];
  /** On rendered pages, allow inline scripts and styles by the page's nonce only. */
  useNonce?: boolean;
}

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

const nameOf = (directive: string) => directive.trim().split(/\s+/, 1)[0];

/** A middleware that sets the policy. Error pages are rendered outside of it and get none. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, csp: own = [], useNonce = false } = options;
  const replaced = new Set(own.map(nameOf));
  const policy = [
    ...DEFAULTS.filter((directive) => !replaced.has(nameOf(directive))),
    ...own,
    ...(reportTo ? ["report-to csp-endpoint", `report-uri ${reportTo}`] : []),
  ].join("; ");
  const header = `Content-Security-Policy${reportOnly ? "-Report-Only" : ""}`;
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? Reflect.get(response, NONCE) : undefined;
    const value = nonce ? policy.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`) : policy;
    response.headers.set(header, value);
    if (reportTo) response.headers.set("Reporting-Endpoints", `csp-endpoint="${reportTo}"`);
    return response;
  };
}
