/**
 * A small POSIX script that sees and signals processes. The server may neither read /proc nor
 * signal what is not its own child, and must not get these rights for all it does: the launcher
 * writes this script down and grants the right to run it.
 */

/** Carries a shell's id in the environment of its processes, so that they are found again. */
export const MARK_VARIABLE = "PILOTHOUSE_SHELL_ID";

/** Tells the server where the launcher has put the script. */
export const SCRIPT_VARIABLE = "PILOTHOUSE_PROCESSES";

/**
 * - `list`: the id of this boot, then /proc/<pid>/stat of every process
 * - `marked <shell id>`: /proc/<pid>/environ of every process with that mark
 * - `signal <name> <pid>…`: signals them; those that are gone are no error
 */
export const PROCESS_SCRIPT = `PATH=/usr/bin:/bin
verb=$1
shift
case $verb in
list)
  cat /proc/sys/kernel/random/boot_id
  cat /proc/[0-9]*/stat 2>/dev/null
  ;;
marked)
  grep -lsF "${MARK_VARIABLE}=$1" /proc/[0-9]*/environ
  ;;
signal)
  name=$1
  shift
  for pid in "$@"; do kill -s "$name" "$pid" 2>/dev/null; done
  ;;
esac
exit 0
`;
