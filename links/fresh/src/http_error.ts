// The error that stands for an HTTP status, and the texts of the error statuses.
// It runs in the browser too, so it may not import anything of the server.

/** The statuses that an error can have. */
// deno-fmt-ignore -- one line per hundred and block
export type ErrorStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409
  | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418
  | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451
  | 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;

/** Thrown to answer with a status; the nearest error page shows it. */
export class HttpError extends Error {
  /** The HTTP status of the answer. */
  status: ErrorStatus;

  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
    this.status = status;
  }
}

const CLIENT_ERRORS = [
  "Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed",
  "Not Acceptable|Proxy Authentication Required|Request Timeout|Conflict|Gone|Length Required",
  "Precondition Failed|Content Too Large|URI Too Long|Unsupported Media Type",
  "Range Not Satisfiable|Expectation Failed|I'm a teapot|||Misdirected Request",
  "Unprocessable Entity|Locked|Failed Dependency|Too Early|Upgrade Required||",
].join("|").split("|");

const OTHER_ERRORS: Record<number, string> = {
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  506: "Variant Also Negotiates",
  507: "Insufficient Storage",
  508: "Loop Detected",
  510: "Not Extended",
  511: "Network Authentication Required",
};

/** The standard text of an error status, or an empty one. */
export function statusText(status: number): string {
  return OTHER_ERRORS[status] ?? CLIENT_ERRORS[status - 400] ?? "";
}
