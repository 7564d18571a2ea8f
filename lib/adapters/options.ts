/**
 * What an adapter's process is told when it starts. Handed over in one variable of its environment:
 * a broker's address may hold a password, and command lines can be read by every user.
 */
import { z } from "zod";

export const OPTIONS_VARIABLE = "PILOTHOUSE_ADAPTER_OPTIONS";

const common = {
  /** Where Pilothouse listens. */
  door: z.string(),
  token_file: z.string(),
  /** Of the broker. */
  url: z.string(),
  /** Port on 127.0.0.1 for the counters; null for none. */
  metrics_port: z.number().int().min(0).max(65_535).nullable(),
  /** What was given and not settled for so long is given again. */
  ack_wait_s: z.number().min(1).max(3_600),
};

export const adapterOptions = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("nats"),
    stream: z.string().min(1),
    subjects: z.array(z.string().min(1)),
    durable: z.string().regex(/^[A-Za-z0-9_-]+$/, "letters, digits, dash and underscore"),
    credentials_file: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal("redis"),
    streams: z.array(z.string().min(1)).min(1),
    group: z.string().min(1),
    consumer: z.string().min(1),
  }),
]);
export type AdapterOptions = z.infer<typeof adapterOptions>;
export type NatsOptions = Extract<AdapterOptions, { kind: "nats" }>;
export type RedisOptions = Extract<AdapterOptions, { kind: "redis" }>;
