/** The pictures of the message that is being written, each with a button to take it away. */
import { Icon } from "./icons.tsx";

interface AttachmentStripProps {
  readonly list: readonly {
    readonly key: number;
    readonly name: string;
    readonly url: string;
    readonly kept: unknown;
  }[];
  readonly remove: (key: number) => void;
}

export function AttachmentStrip({ list, remove }: AttachmentStripProps) {
  if (list.length === 0) return null;
  return (
    <ul class="attachments" aria-label="Pictures of this message">
      {list.map(({ key, name, url, kept }) => (
        <li key={key} aria-busy={kept === null}>
          <img src={url} alt={name} />
          <button
            type="button"
            aria-label={`Remove ${name}`}
            title="Remove"
            onClick={() => remove(key)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
