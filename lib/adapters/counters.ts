/** What an adapter has done since it started, for people and for Prometheus. */
import { type Metric, metricsText, single } from "../metrics/text.ts";

const HELP = {
  received: "Messages that the broker gave us, redeliveries included",
  accepted: "Events that are on disk at Pilothouse",
  repeated: "Events that were there already",
  buried: "Messages that can never be taken, kept as dead letters",
  door_failures: "Times that Pilothouse was out of reach or told us to wait",
  broker_failures: "Times that the broker was out of reach",
} as const;

export type CounterName = keyof typeof HELP;

export class Counters {
  readonly #counts = Object.fromEntries(
    Object.keys(HELP).map((name) => [name, 0]),
  ) as Record<CounterName, number>;

  add(name: CounterName, count = 1): void {
    this.#counts[name] += count;
  }

  get all(): Readonly<Record<CounterName, number>> {
    return { ...this.#counts };
  }

  get text(): string {
    const metrics = (Object.keys(HELP) as CounterName[]).map((name): Metric =>
      single(`pilothouse_adapter_${name}_total`, "counter", HELP[name], this.#counts[name])
    );
    return metricsText(metrics);
  }
}
