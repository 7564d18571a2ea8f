/**
 * Something worth a line that is nobody's message: a tool call, a web search, a compaction. What
 * went in and what came out is behind the line.
 */
import { CopyButton } from "../copy_button.tsx";
import { Icon } from "../icons.tsx";
import { safeAddress } from "../markdown/links.ts";
import { RowTime } from "../row_tools.tsx";
import { shortPath } from "../short_path.ts";
import { useKept, useTools } from "../timeline_tools.ts";
import { visible } from "../visible.ts";
import { duration } from "../words.ts";

export interface NoticeCardProps {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
  readonly kind?: string | undefined;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly url?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly running: boolean;
}

export function NoticeCard(props: NoticeCardProps) {
  const { id, ts, text, kind = "notice", input, output, url, path, status, durationMs, running } =
    props;
  const { looks } = useTools();
  const [open, setOpen] = useKept(`${id}:open`, false);
  const address = url === undefined ? null : safeAddress(url);
  const inner = input !== undefined || output !== undefined;
  const bad = status !== undefined && status !== "completed";
  return (
    <article class={`row notice ${kind}${bad ? " bad" : ""}`} data-id={id}>
      <header>
        {inner
          ? (
            <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Icon name="chevron" />
              <span dir="auto">{visible(text)}</span>
            </button>
          )
          : <span dir="auto" class="line">{visible(text)}</span>}
        {path === undefined
          ? null
          : <code title={visible(path)}>{visible(shortPath(path, looks.value.cwd))}</code>}
        {address === null
          ? null
          : <a href={address} target="_blank" rel="noopener noreferrer">{new URL(address).host}</a>}
        <RowTime ts={ts} />
        {running ? <span class="spinner" aria-hidden="true" /> : null}
        {bad ? <span class="state">{status}</span> : null}
        {durationMs === undefined ? null : <span class="state">{duration(durationMs)}</span>}
      </header>
      {open
        ? (
          <>
            <Side title="Input" text={input} />
            <Side title="Result" text={output} />
          </>
        )
        : null}
    </article>
  );
}

function Side({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined || text === "") return null;
  return (
    <figure class="code">
      <figcaption>
        <span>{title}</span>
        <CopyButton text={() => text} what={title.toLowerCase()} />
      </figcaption>
      <pre tabIndex={0}><code>{visible(text)}</code></pre>
    </figure>
  );
}
