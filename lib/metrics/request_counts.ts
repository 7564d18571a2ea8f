/**
 * How many requests were answered, with which status and how fast. Bounded: methods and statuses are
 * few, and paths are not counted, since anybody can invent them.
 */
import type { Metric, Sample } from "./text.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Upper ends of the classes of durations, in seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

export class RequestCounts {
  readonly #answered = new Map<string, number>();
  readonly #buckets = new Array<number>(BUCKETS_S.length + 1).fill(0);
  #seconds = 0;

  add(method: string, status: number, ms: number): void {
    const key = `${METHODS.has(method) ? method : "other"} ${status}`;
    this.#answered.set(key, (this.#answered.get(key) ?? 0) + 1);
    const seconds = ms / 1_000;
    this.#seconds += seconds;
    const at = BUCKETS_S.findIndex((end) => seconds <= end);
    this.#buckets[at === -1 ? BUCKETS_S.length : at]!++;
  }

  metrics(): Metric[] {
    const samples = [...this.#answered].map(([key, value]): Sample => {
      const [method = "", status = ""] = key.split(" ");
      return { value, labels: { method, status } };
    });
    return [
      {
        ...{ name: "pilothouse_http_requests_total", kind: "counter", samples },
        help: "Requests that were answered",
      },
      {
        ...{ name: "pilothouse_http_request_seconds", kind: "histogram" },
        help: "How long answers took; those of streams until they began",
        samples: this.#histogram(),
      },
    ];
  }

  #histogram(): Sample[] {
    let sum = 0;
    const buckets = this.#buckets.map((count, at): Sample => {
      sum += count;
      return { suffix: "_bucket", labels: { le: String(BUCKETS_S[at] ?? "+Inf") }, value: sum };
    });
    return [
      ...buckets,
      { suffix: "_sum", value: this.#seconds },
      { suffix: "_count", value: sum },
    ];
  }
}
