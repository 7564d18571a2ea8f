/** The short messages, the latest at the bottom. */
import { Icon } from "./icons.tsx";

interface ToastStackProps {
  readonly list: readonly {
    readonly key: number;
    readonly text: string;
    readonly bad: boolean;
    readonly action: { readonly label: string; readonly run: () => void } | null;
  }[];
  readonly dismiss: (key: number) => void;
}

export function ToastStack({ list, dismiss }: ToastStackProps) {
  return (
    <div class="toasts" role="status">
      {list.map(({ key, text, bad, action }) => (
        <div key={key} class={bad ? "toast bad" : "toast"}>
          <span>{text}</span>
          {action === null ? null : (
            <button
              type="button"
              onClick={() => {
                dismiss(key);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="ghost" aria-label="Dismiss" onClick={() => dismiss(key)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
