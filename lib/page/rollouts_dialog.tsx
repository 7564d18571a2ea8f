/** The agent's own session files, to be taken up as conversations. */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import { Icon } from "../view/icons.tsx";
import { ago } from "../view/list_items.ts";
import * as api from "./api.ts";

interface RolloutsDialogProps {
  readonly goTo: (id: string) => void;
  readonly tell: (error: unknown) => void;
  readonly onClose: () => void;
}

const AGAIN_MS = 500;

export function RolloutsDialog({ goTo, tell, onClose }: RolloutsDialogProps) {
  const [rows, setRows] = useState<readonly api.RolloutRow[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [damaged, setDamaged] = useState<{ path: string; message: string } | null>(null);

  async function read(cursor: string | null): Promise<void> {
    const page = await api.rollouts(cursor);
    setRows((before) => [...before ?? [], ...page.rollouts]);
    setNext(page.next);
  }
  useEffect(() => void read(null).catch(tell), []);

  async function take(path: string, fresh: boolean): Promise<void> {
    setBusy(path);
    setDamaged(null);
    try {
      let answer = await api.importRollout(path, fresh);
      while (answer.id === undefined) {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        answer = await api.importRollout(path, fresh);
      }
      onClose();
      goTo(answer.id);
    } catch (error) {
      if (error instanceof api.CallFailure && error.code === "corrupt_rollout") {
        setDamaged({ path, message: error.message });
      } else tell(error);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Dialog title="Import a session of codex" onClose={onClose} class="wide">
      {rows === null ? <p class="quiet">Looking…</p> : null}
      {rows?.length === 0 ? <p class="quiet">There are none in codex's home folder.</p> : null}
      <ul class="rollouts">
        {rows?.map((row) => (
          <li key={row.path}>
            <button
              type="button"
              class="choice"
              disabled={busy !== null}
              onClick={() => void take(row.path, false)}
            >
              <Icon name={row.problem === null ? "scroll" : "warn"} />
              <span class="what">
                {row.first_message ?? "Nothing was said in it"}
                <small>
                  {[row.cwd, row.model, ago(row.modified_at, Date.now())].filter(Boolean).join(
                    " · ",
                  )}
                </small>
              </span>
              <span class="mark">
                {busy === row.path
                  ? <span class="spinner" />
                  : row.conversation_id === null
                  ? ""
                  : "imported"}
              </span>
            </button>
            {damaged?.path === row.path
              ? (
                <div class="damaged" role="alert">
                  <p>{damaged.message}</p>
                  <button type="button" onClick={() => void take(row.path, true)}>
                    Start fresh with what can be read
                  </button>
                </div>
              )
              : null}
          </li>
        ))}
      </ul>
      {next === null
        ? null
        : <button type="button" onClick={() => void read(next).catch(tell)}>Show more</button>}
    </Dialog>
  );
}
