/**
 * CloudEvents 1.0 as events of ours: the structured form and the binary one, whose attributes come
 * in `ce-*` headers. A batch is a list of structured ones. Pure mapping into an unchecked envelope;
 * whether the result is valid is for the schema to say.
 */

/** Attributes by their lower-case names, as CloudEvents prescribes them, and the data. */
interface CloudEvent {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

export const CLOUD_EVENT_TYPE = "application/cloudevents+json";
export const CLOUD_BATCH_TYPE = "application/cloudevents-batch+json";

/** True for a structured CloudEvent; one with our own version field is ours. */
export function isCloudEvent(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && "specversion" in value &&
    !("schema_version" in value);
}

/** The envelope of a structured CloudEvent. */
export function fromStructured(event: Record<string, unknown>, nowMs: number): unknown {
  const { data, data_base64, ...attributes } = event;
  return toEnvelope({ attributes, data: data ?? base64Data(data_base64) }, nowMs);
}

/** True if the attributes are in the headers. */
export function isBinary(headers: Headers): boolean {
  return headers.has("ce-specversion");
}

/** The envelope of a binary CloudEvent: headers are attributes, the body is the data. */
export function fromBinary(headers: Headers, body: string, nowMs: number): unknown {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of headers) {
    if (name.startsWith("ce-")) attributes[name.slice(3)] = percentDecoded(value);
  }
  const type = headers.get("content-type") ?? "";
  attributes["datacontenttype"] = type;
  return toEnvelope({ attributes, data: dataOf(type, body) }, nowMs);
}

function toEnvelope({ attributes: a, data }: CloudEvent, nowMs: number): unknown {
  const inside = isObject(data) ? data : {};
  const optional = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    schema_version: a["specversion"] === "1.0" ? 1 : `CloudEvents ${a["specversion"]}`,
    event_id: a["id"],
    time_unix_ms: timeOf(a["time"], nowMs),
    type: a["type"],
    severity: a["severity"] ?? inside["severity"] ?? "info",
    source: optional({ name: a["source"], run_id: a["runid"] }),
    routing: optional({
      thread_id: a["threadid"],
      turn_id: a["turnid"],
      correlation_id: a["correlationid"],
    }),
    title: a["title"] ?? textOf(inside["title"]) ?? a["subject"] ?? a["type"],
    summary: a["summary"] ?? textOf(inside["summary"]) ?? textOf(inside["message"]) ??
      textOf(data) ?? "",
    ...(data === undefined ? {} : { payload: data }),
  };
}

/** An unreadable time stays as it is: the schema then says what is wrong with it. */
function timeOf(time: unknown, nowMs: number): unknown {
  if (time === undefined) return nowMs;
  const parsed = typeof time === "string" ? Date.parse(time) : NaN;
  return Number.isNaN(parsed) ? time : parsed;
}

function dataOf(contentType: string, body: string): unknown {
  if (body === "") return undefined;
  if (!/[/+]json\b/i.test(contentType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function base64Data(value: unknown): unknown {
  return value === undefined ? undefined : { data_base64: value };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
