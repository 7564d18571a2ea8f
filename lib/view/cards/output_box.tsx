/**
 * The output of a command, on black as in a terminal: its last lines at first, all of it on
 * demand. While it grows, the end stays in view; scrolled up, it stays where it is.
 */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { ansiLines, lastLines } from "../ansi/ansi_lines.ts";
import { AnsiOutput } from "../ansi/ansi_output.tsx";
import { useKept, useTools } from "../timeline_tools.ts";
import { plural } from "../words.ts";

interface OutputBoxProps {
  readonly id: string;
  readonly output: string;
  readonly running: boolean;
  readonly label: string;
  /** Only a part of it was kept. */
  readonly truncated?: boolean;
}

const NEAR_END_PX = 8;

export function OutputBox({ id, output, running, label, truncated = false }: OutputBoxProps) {
  const { outputLines } = useTools().looks.value;
  const [all, setAll] = useKept(`${id}:all`, false);
  const box = useRef<HTMLPreElement>(null);
  const end = useRef({ follow: true, top: 0 });
  const { tail, hidden } = useMemo(() => lastLines(output, outputLines), [output, outputLines]);
  const lines = useMemo(() => ansiLines(all ? output : tail), [all, output, tail]);
  const empty = output === "";
  useLayoutEffect(() => {
    const pre = box.current;
    if (!running || pre === null) return;
    // Not only text makes it grow: parts that come into view get their true height then.
    const observer = new ResizeObserver(() => {
      if (end.current.follow) pre.scrollTop = pre.scrollHeight;
    });
    observer.observe(pre.firstElementChild!);
    return () => observer.disconnect();
  }, [running, empty]);
  if (empty) return null;
  return (
    <div class="output-box">
      {hidden
        ? (
          <button type="button" class="more" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show less" : earlier(output, tail, running)}
          </button>
        )
        : null}
      <pre
        ref={box}
        class="output"
        tabIndex={0}
        role="group"
        aria-label={label}
        onScroll={(event) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
          const isThere = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
          // Only the reader moves it up; growing lines take it away from the end for a moment.
          const follow = isThere || (end.current.follow && scrollTop >= end.current.top);
          end.current = { follow, top: scrollTop };
        }}
      ><span class="grown"><AnsiOutput lines={lines} /></span></pre>
      {truncated ? <p class="foot">The output was longer than what is kept.</p> : null}
    </div>
  );
}

function earlier(output: string, tail: string, running: boolean): string {
  // Counting again for every delta would cost more the longer it runs.
  if (running) return "Show earlier lines";
  const lines = output.slice(0, output.length - tail.length).split("\n").length - 1;
  return `Show all (${plural(lines, "earlier line")})`;
}
