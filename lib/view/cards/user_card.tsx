/** What the person said, with what came along. */
import { Icon } from "../icons.tsx";
import { safeAddress } from "../markdown/links.ts";
import { RowTools } from "../row_tools.tsx";
import { useKept } from "../timeline_tools.ts";
import { plural } from "../words.ts";

export interface Attached {
  readonly kind: string;
  readonly name: string;
  readonly path?: string;
  readonly url?: string;
}

interface UserCardProps {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
  readonly attachments?: readonly Attached[];
}

/** A longer message is folded: it is known to whoever wrote it. */
const LINES_OPEN = 24;
const CHARACTERS_OPEN = 4_000;

export function UserCard({ id, ts, text, attachments = [] }: UserCardProps) {
  const [all, setAll] = useKept(`${id}:all`, false);
  const short = all ? text : beginning(text);
  const hidden = text.length - short.length;
  return (
    <article class="row user" data-id={id} aria-label="You">
      <div class="bubble">
        {attachments.length === 0 ? null : (
          <ul class="attachments">
            {attachments.map((one, at) => (
              <li key={at}>
                <Attachment one={one} />
              </li>
            ))}
          </ul>
        )}
        {short === "" ? null : <div class="text" dir="auto">{short}</div>}
        {hidden === 0 ? null : (
          <button type="button" class="more" onClick={() => setAll(true)}>
            Show all ({plural(hidden, "more character")})
          </button>
        )}
      </div>
      <RowTools ts={ts} text={() => text} />
    </article>
  );
}

function Attachment({ one: { kind, name, path, url } }: { one: Attached }) {
  // Small pictures travel in the message itself; no other is loaded from anywhere.
  if (url !== undefined && /^data:image\/(png|jpeg|gif|webp);base64,/.test(url)) {
    return <img src={url} alt={name} loading="lazy" />;
  }
  const address = url === undefined ? null : safeAddress(url);
  return (
    <span class="chip" title={path ?? address ?? name}>
      <Icon name={kind === "image" ? "image" : kind === "mention" ? "at" : "file"} />
      {address === null
        ? name
        : <a href={address} target="_blank" rel="noopener noreferrer">{name}</a>}
    </span>
  );
}

function beginning(text: string): string {
  let end = -1;
  for (let line = 0; line < LINES_OPEN; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) break;
  }
  const cut = end === -1 ? text : text.slice(0, end);
  // A few characters more than promised are better than a button for them.
  return cut.length > CHARACTERS_OPEN * 1.2 ? cut.slice(0, CHARACTERS_OPEN) : cut;
}
