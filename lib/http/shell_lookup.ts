/** The shell that an address names, or the failure that says why there is none to act on. */
import { ActionFailure } from "../gateway/failure.ts";
import type { ShellRecord } from "../shells/record.ts";
import type { ShellControl } from "../shells/shell.ts";
import type { Shells } from "../shells/shells.ts";

/** The record of the shell. */
export async function findShell(shells: Shells, id: string): Promise<ShellRecord> {
  const record = await shells.get(id);
  if (record !== null) return record;
  throw new ActionFailure(404, "unknown_shell", `there is no shell "${id.slice(0, 64)}" here`);
}

/** Stops or restarts the shell through its owner; gives the record afterwards. */
export async function controlShell(
  shells: Shells,
  id: string,
  action: keyof ShellControl,
): Promise<ShellRecord> {
  const { label } = await findShell(shells, id);
  const control = shells.own(id)?.control;
  if (!control) {
    const message = `${label} is not one of this server: only its own shells can be told`;
    throw new ActionFailure(409, "not_ours", message);
  }
  try {
    await control[action]();
  } catch (error) {
    throw new ActionFailure(503, `${action}_failed`, (error as Error).message);
  }
  return await findShell(shells, id);
}
