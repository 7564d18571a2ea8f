/**
 * Lines for the operator: as text for people, or as JSON for machines, from a level on. Fields are
 * named by the caller one by one, so that nothing private gets in by accident. Knows no place to
 * write to; whoever makes a logger says where.
 */

export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = typeof LEVELS[number];
export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = typeof LOG_FORMATS[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LoggerOptions {
  readonly level: Level;
  readonly format: LogFormat;
  readonly write: (text: string) => void;
  readonly now: () => number;
}

/** A line longer than this is cut: no message may flood the terminal. */
const LONGEST = 16 * 1024;

export class Logger {
  readonly #options: LoggerOptions;
  readonly #from: number;

  constructor(options: LoggerOptions) {
    this.#options = options;
    this.#from = LEVELS.indexOf(options.level);
  }

  debug(message: string, fields: LogFields = {}): void {
    this.#log("debug", message, fields);
  }

  info(message: string, fields: LogFields = {}): void {
    this.#log("info", message, fields);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#log("warn", message, fields);
  }

  error(message: string, fields: LogFields = {}): void {
    this.#log("error", message, fields);
  }

  #log(level: Level, message: string, fields: LogFields): void {
    if (LEVELS.indexOf(level) < this.#from) return;
    const { format, write, now } = this.#options;
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const cut = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
    write(
      format === "json"
        ? jsonLine(new Date(now()).toISOString(), level, cut, given)
        : textLine(cut, given),
    );
  }
}

function jsonLine(ts: string, level: Level, message: string, fields: [string, unknown][]): string {
  return `${JSON.stringify({ ts, level, message, ...Object.fromEntries(fields) })}\n`;
}

function textLine(message: string, fields: [string, unknown][]): string {
  const words = fields.map(([name, value]) => `${name}=${shown(String(value))}`);
  return `pilothouse: ${[message, ...words].join(" ")}\n`;
}

/** Quoted where it could be taken for more than one word or line. */
function shown(value: string): string {
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
