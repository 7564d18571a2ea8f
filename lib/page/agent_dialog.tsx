/** The agent's process: how it is, what it said last, and the buttons to start and stop it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import * as api from "./api.ts";

const EVERY_MS = 2_000;
const NAMES: Readonly<Record<string, string>> = { codex: "codex", demo: "Demo agent" };

interface AgentDialogProps {
  readonly tell: (error: unknown) => void;
  readonly onClose: () => void;
}

export function AgentDialog({ tell, onClose }: AgentDialogProps) {
  const [status, setStatus] = useState<api.AgentStatus | null>(null);
  const [log, setLog] = useState("");
  const [busy, setBusy] = useState(false);

  async function look(): Promise<void> {
    const now = await api.agentStatus();
    setStatus(now);
    if (now.shell_id !== null) setLog(await api.shellLog(now.shell_id));
  }

  useEffect(() => {
    look().catch(tell);
    const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  async function act(...steps: (() => Promise<unknown>)[]): Promise<void> {
    setBusy(true);
    try {
      for (const step of steps) await step();
      await look();
    } catch (error) {
      tell(error);
      await look().catch(() => {});
    } finally {
      setBusy(false);
    }
  }

  const stopped = status?.state === "stopped" || status?.state === "failed";
  return (
    <Dialog
      title="Agent"
      onClose={onClose}
      foot={
        <>
          {stopped
            ? (
              <button
                type="button"
                class="primary"
                disabled={busy}
                onClick={() => void act(api.startAgent)}
              >
                Start
              </button>
            )
            : (
              <>
                <button
                  type="button"
                  class="danger"
                  disabled={busy || status === null}
                  onClick={() => void act(api.stopAgent)}
                >
                  Stop
                </button>
                <button
                  type="button"
                  disabled={busy || status === null}
                  onClick={() => void act(api.stopAgent, api.startAgent)}
                >
                  Restart
                </button>
              </>
            )}
        </>
      }
    >
      {status === null ? null : <Facts status={status} />}
      <h3>What it wrote last</h3>
      <Log text={log} />
    </Dialog>
  );
}

function Facts({ status }: { status: api.AgentStatus }) {
  const { agent, version, state, pid, restarts, problem } = status;
  return (
    <>
      <dl class="facts">
        <dt>Agent</dt>
        <dd>{NAMES[agent] ?? agent} {version ?? ""}</dd>
        <dt>State</dt>
        <dd>{state}</dd>
        <dt>Process</dt>
        <dd>{pid ?? "none"}</dd>
        <dt>Restarts</dt>
        <dd>{restarts}</dd>
      </dl>
      {problem === null ? null : <p class="bad" role="alert">{problem}</p>}
    </>
  );
}

function Log({ text }: { text: string }) {
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  // A box that scrolls must be reachable by keys.
  return (
    <pre ref={box} class="log" tabIndex={0} aria-label="Log of the agent">
      {text === "" ? "Nothing." : text}
    </pre>
  );
}
