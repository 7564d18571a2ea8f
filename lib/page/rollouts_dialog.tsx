/** The agent's own session files: looked at, and taken up as conversations. */
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import { Icon } from "../view/icons.tsx";
import { ago } from "../view/list_items.ts";
import * as api from "./api.ts";
import { RolloutPreview } from "./rollout_preview.tsx";

interface RolloutsDialogProps {
  readonly goTo: (id: string) => void;
  readonly tell: (error: unknown) => void;
  readonly onClose: () => void;
}

const AGAIN_MS = 500;

export function RolloutsDialog({ goTo, tell, onClose }: RolloutsDialogProps) {
  const [rows, setRows] = useState<readonly api.RolloutRow[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [damaged, setDamaged] = useState<{ path: string; message: string } | null>(null);

  async function read(cursor: string | null): Promise<void> {
    const page = await api.rollouts(cursor);
    setRows((before) => [...before ?? [], ...page.rollouts]);
    setNext(page.next);
  }
  useEffect(() => void read(null).catch(tell), []);

  async function take(path: string, fresh: boolean): Promise<void> {
    setBusy(true);
    try {
      let answer = await api.importRollout(path, fresh);
      // A long one is read on meanwhile; asking again joins it.
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
      setBusy(false);
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
              aria-expanded={open === row.path}
              onClick={() => setOpen(open === row.path ? null : row.path)}
            >
              <Icon name={row.problem === null ? "scroll" : "warn"} />
              <span class="what">
                {row.first_message ?? "Nothing was said in it"}
                <small>{factsOf(row)}</small>
              </span>
              <span class="mark">{markOf(row)}</span>
            </button>
            {open === row.path
              ? (
                <RolloutPreview
                  row={row}
                  busy={busy}
                  damage={damaged?.path === row.path ? damaged.message : null}
                  take={(fresh) => void take(row.path, fresh)}
                  tell={tell}
                />
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

function factsOf({ modified_at, model, cwd }: api.RolloutRow): string {
  return [ago(modified_at, Date.now()), model, cwd].filter(Boolean).join(" · ");
}

function markOf({ conversation_id, problem }: api.RolloutRow): string {
  return conversation_id !== null ? "imported" : problem === null ? "" : "damaged";
}
