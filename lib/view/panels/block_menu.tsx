/** What can be done with commands of the shell: copy one, copy its output, attach it. */
import type { Block } from "../../shell/blocks.ts";
import { Icon } from "../icons.tsx";
import { visible } from "../visible.ts";

export interface BlockActions {
  copyCommand(block: Block): void;
  copyOutput(block: Block): void;
  attach(block: Block): void;
}

interface BlockMenuProps {
  /** Newest first. */
  readonly blocks: readonly Block[];
  readonly actions: BlockActions;
}

export function BlockMenu({ blocks, actions }: BlockMenuProps) {
  if (blocks.length === 0) return <p class="note">Nothing was run here yet.</p>;
  return (
    <ul class="block-menu">
      {blocks.map((block) => (
        <li key={block.block_id}>
          <p>
            <code>{visible(block.cmd ?? "(not recorded)")}</code>
            <span class={`state ${blockState(block)}`}>{stateWords(block)}</span>
          </p>
          <p class="actions">
            <button type="button" onClick={() => actions.copyCommand(block)}>
              <Icon name="copy" />Copy command
            </button>
            <button type="button" onClick={() => actions.copyOutput(block)}>
              <Icon name="copy" />Copy output
            </button>
            <button type="button" onClick={() => actions.attach(block)}>
              <Icon name="plus" />Attach to next message
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

export function blockState({ status, exit_code }: Block): "running" | "good" | "bad" {
  if (status === "running") return "running";
  return exit_code === 0 ? "good" : "bad";
}

function stateWords({ status, exit_code }: Block): string {
  if (status === "running") return "running";
  if (status === "interrupted") return "stopped";
  return exit_code === 0 ? "✓" : `exit ${exit_code ?? "unknown"}`;
}
