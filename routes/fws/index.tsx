import { page } from "fresh";
import { Head } from "fresh/runtime";
import { define } from "../../lib/http/services.ts";
import type { ShellRecord } from "../../lib/shells/record.ts";

const LAST_BYTES = 4_096;
const LAST_LINES = 20;
const STYLE = `
.processes { max-width: 960px; margin: 0 auto; padding: 24px 16px; }
.processes article { border-top: 1px solid var(--line); padding: 16px 0; }
.processes h2 { font-size: 1rem; margin: 0; }
.processes dl { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 8px 0; }
.processes dl div { display: flex; gap: 6px; }
.processes dt { opacity: 0.7; }
.processes dd { margin: 0; overflow-wrap: anywhere; }
.processes pre { overflow-x: auto; max-height: 24em; padding: 10px; margin: 0; font-size: 13px;
  border: 1px solid var(--line); border-radius: 8px; }
`;

/** The processes of this runtime for people: how each is, and its last words. */
export const handler = define.handlers({
  async GET(ctx) {
    const { shells } = ctx.state.services;
    const rows = await Promise.all((await shells.list()).map(async (record) => {
      const window = await shells.logs(record.shell_id, "stderr", { limit: LAST_BYTES });
      const lines = (window?.text ?? "").trimEnd().split("\n");
      return { record, last: lines.slice(-LAST_LINES).join("\n") };
    }));
    return page({ rows });
  },
});

export default define.page<typeof handler>(({ data }) => (
  <>
    <Head>
      <title>Processes · Pilothouse</title>
      <style>{STYLE}</style>
    </Head>
    <main class="processes">
      <p>
        <a href="/">Back to your conversations</a>
      </p>
      <h1>Processes</h1>
      {data.rows.length === 0 ? <p>None was started yet.</p> : null}
      {data.rows.map(({ record, last }) => (
        <article key={record.shell_id} data-shell={record.shell_id}>
          <h2>{`${record.label}: ${record.status}`}</h2>
          {record.reason === null ? null : <p>{record.reason}</p>}
          <dl>
            {facts(record).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {/* Focusable, so that the keyboard can scroll it. */}
          <pre tabIndex={0} role="region" aria-label={`Last lines of ${record.label}`}>{last}</pre>
        </article>
      ))}
    </main>
  </>
));

function facts(record: ShellRecord): [string, string][] {
  const all: [string, string | number | null][] = [
    ["id", record.shell_id],
    ["pid", record.pid],
    ["command", record.command.join(" ")],
    ["folder", record.cwd],
    ["started", record.started_at],
    ["ready", record.ready_at],
    ["ended", record.ended_at],
    ["exit code", record.exit_code],
    ["signal", record.signal],
    ["restarts", record.restarts],
    ["next start", record.restart_at],
    ["log", record.log_problem],
  ];
  return all.flatMap(([name, value]) => value === null ? [] : [[name, String(value)]]);
}
