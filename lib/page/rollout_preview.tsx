/** What a session of the agent's own is about, before it is taken up: facts and first words. */
import { useEffect, useState } from "preact/hooks";
import { size } from "../view/words.ts";
import * as api from "./api.ts";

const ROWS = 8;
const LONGEST = 240;
const WHO: Readonly<Record<string, string>> = { user: "You", assistant: "Agent" };

interface RolloutPreviewProps {
  readonly row: api.RolloutRow;
  readonly busy: boolean;
  /** What was wrong with it when it was read as a whole. */
  readonly damage: string | null;
  readonly take: (fresh: boolean) => void;
  readonly tell: (error: unknown) => void;
}

export function RolloutPreview({ row, busy, damage, take, tell }: RolloutPreviewProps) {
  const [entries, setEntries] = useState<readonly api.PreviewEntry[] | null>(null);
  useEffect(() => {
    api.previewRollout(row.path, ROWS).then((preview) => setEntries(preview.entries), tell);
  }, []);
  const problem = damage ?? (row.problem && `line ${row.problem.line}: ${row.problem.message}`);
  const said = (entries ?? []).filter(({ role, text }) => WHO[role] !== undefined && text);
  return (
    <div class="preview">
      <p class="quiet mono">{row.path} · {size(row.bytes)}</p>
      {said.map(({ id, role, text = "" }) => (
        <p key={id} class="said">
          <strong>{WHO[role]}</strong> {text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}
        </p>
      ))}
      {entries !== null && said.length === 0
        ? <p class="quiet">Nothing in it can be shown.</p>
        : null}
      {problem ? <p class="bad" role="alert">This session is damaged: {problem}</p> : null}
      <div class="buttons">
        {problem
          ? (
            <button type="button" disabled={busy} onClick={() => take(true)}>
              Start fresh with what can be read
            </button>
          )
          : (
            <button type="button" class="primary" disabled={busy} onClick={() => take(false)}>
              {row.conversation_id === null ? "Import" : "Open"}
            </button>
          )}
        {busy ? <span class="spinner" role="status" aria-label="Reading it" /> : null}
      </div>
    </div>
  );
}
