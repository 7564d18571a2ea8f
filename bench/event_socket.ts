// A page's WebSocket without the page: connects with the token and hands out each event.

/** An event as a page gets it. */
export interface PageEvent {
  readonly type: string;
  readonly seq: number;
  readonly delta?: string;
}

/** Connects; resolves once the stream is on. */
export async function connect(
  service: { readonly url: string; readonly token: string },
  conversation: string,
  onEvent: (event: PageEvent) => void,
): Promise<WebSocket> {
  const url = `${service.url.replace("http", "ws")}/ws/appserver?conversation=${conversation}`;
  // Headers are Deno's own addition, which the DOM's types do not have.
  const options = { headers: { authorization: `Bearer ${service.token}` } } as unknown as string[];
  const socket = new WebSocket(url, options);
  const on = Promise.withResolvers<void>();
  socket.onerror = () => on.reject(new Error("the WebSocket was refused"));
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (event.type === "resume") on.resolve();
    else onEvent(event);
  };
  await on.promise;
  return socket;
}

/** Makes a conversation and gives its id. */
export async function conversation(
  service: { fetch(path: string, init?: RequestInit): Promise<Response> },
): Promise<string> {
  return (await post(service, "conversations", {})).id;
}

/** Posts to the REST API; throws what it answers if that is an error. */
export async function post(
  service: { fetch(path: string, init?: RequestInit): Promise<Response> },
  path: string,
  body: unknown,
): Promise<{ id: string }> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await service.fetch(`/api/appserver/${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer;
}
