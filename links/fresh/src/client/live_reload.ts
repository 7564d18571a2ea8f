// While developing: reloads the page once the restarted server answers with another revision.
const RETRY_MS = 300;
let revision: string | null = null;

function connect(): void {
  const events = new EventSource("/_frsh/alive");
  events.onmessage = ({ data }) => {
    if (revision !== null && revision !== data) location.reload();
    revision = data;
  };
  events.onerror = () => {
    events.close();
    setTimeout(connect, RETRY_MS);
  };
}

connect();
