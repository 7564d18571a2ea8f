/**
 * Examples for the shell, as the page `/docs` shows them and a test runs them, each as it stands. They
 * expect `URL` (where Pilothouse listens), `TOKEN` and `THREAD` in the environment.
 */

export interface CurlExample {
  /** The call that it is about: method and path of the description. */
  readonly call: readonly [method: string, path: string];
  readonly title: string;
  readonly command: string;
  /** The status that it gets. */
  readonly status: number;
}

const EVENT = (id: string) =>
  `{"schema_version": 1, "event_id": "${id}", "time_unix_ms": 1790000000000,
       "type": "build.failed", "severity": "error", "source": {"name": "nightly"},
       "title": "Build failed", "summary": "2 tests of 318"}`;

const AUTH = `-H "Authorization: Bearer $TOKEN"`;
const JSON_BODY = `-H "Content-Type: application/json"`;

export const CURL_EXAMPLES: readonly CurlExample[] = [
  {
    call: ["post", "/v1/events"],
    title: "Send an event to a thread",
    status: 202,
    command: `curl -sS ${AUTH} ${JSON_BODY} "$URL/v1/events?thread=$THREAD" \\
  -d '${EVENT("nightly-1")}'`,
  },
  {
    call: ["post", "/v1/events:batch"],
    title: "Send several at once",
    status: 202,
    command: `curl -sS ${AUTH} ${JSON_BODY} "$URL/v1/events:batch?thread=$THREAD" \\
  -d '[${EVENT("nightly-2")}, ${EVENT("nightly-3")}]'`,
  },
  {
    call: ["post", "/v1/events:preview"],
    title: "See what the model would be told, and send nothing",
    status: 200,
    command: `curl -sS ${AUTH} ${JSON_BODY} "$URL/v1/events:preview?thread=$THREAD" \\
  -d '${EVENT("nightly-4")}'`,
  },
  {
    call: ["get", "/v1/events"],
    title: "List what waits for the next turn",
    status: 200,
    command: `curl -sS ${AUTH} "$URL/v1/events?thread=$THREAD&state=queued&limit=10"`,
  },
  {
    call: ["get", "/v1/events/{id}"],
    title: "Ask what became of an event",
    status: 200,
    command: `curl -sS ${AUTH} "$URL/v1/events/nightly-1?thread=$THREAD"`,
  },
  {
    call: ["post", "/v1/events:ack"],
    title: "Say that an event is seen to",
    status: 200,
    command: `curl -sS ${AUTH} ${JSON_BODY} "$URL/v1/events:ack" \\
  -d '{"thread_id": "'"$THREAD"'", "event_id": "nightly-3"}'`,
  },
  {
    call: ["get", "/v1/openapi.json"],
    title: "Get this description",
    status: 200,
    command: `curl -sS "$URL/v1/openapi.json"`,
  },
  {
    call: ["get", "/healthz"],
    title: "See whether the service runs",
    status: 200,
    command: `curl -sS "$URL/healthz"`,
  },
  {
    call: ["get", "/api/appserver/status"],
    title: "See how the agent is",
    status: 200,
    command: `curl -sS ${AUTH} "$URL/api/appserver/status"`,
  },
  {
    call: ["get", "/api/appserver/conversations"],
    title: "List conversations, each with its thread",
    status: 200,
    command: `curl -sS ${AUTH} "$URL/api/appserver/conversations"`,
  },
  {
    call: ["post", "/api/appserver/conversations"],
    title: "Begin a conversation",
    status: 201,
    command: `curl -sS ${AUTH} ${JSON_BODY} "$URL/api/appserver/conversations" \\
  -d '{"label": "from the shell"}'`,
  },
];
