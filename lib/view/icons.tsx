/** The page's icons: one stroke, one size, drawn here, so that nothing comes from elsewhere. */

const PATHS = {
  archive: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
  arrow_up: "M12 19V6M6 12l6-6 6 6",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  back: "M19 12H6M11 6l-6 6 6 6",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  chart: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M7 10l5 5 5-5",
  close: "M6 6l12 12M18 6L6 18",
  command: "M9 6a3 3 0 1 0-3 3h12a3 3 0 1 0-3-3v12a3 3 0 1 0 3-3H6a3 3 0 1 0 3 3z",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  diff: "M12 4v8M8 8h8M8 18h8",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  down: "M7 10l5 5 5-5",
  drag: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  folder: "M3 6h6l2 2h10v11H3z",
  fork: "M7 5v14M7 12h6a4 4 0 0 0 4-4V5",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  image: "M4 5h16v14H4zM8.5 10.5a1 1 0 1 0 0-.01M4 17l5-5 4 4 3-3 4 4",
  import: "M12 15V4M8 8l4-4 4 4M5 14v5h14v-5",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 14H7",
  list: "M4 6h16M4 12h16M4 18h16",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  panel: "M4 5h16v14H4zM14.5 5v14",
  pencil: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  plus: "M12 5v14M5 12h14",
  power: "M12 4v8M7 7a7 7 0 1 0 10 0",
  scroll: "M7 4h12v13a3 3 0 0 1-3 3H6a3 3 0 0 0 3-3V6a2 2 0 1 0-4 0v3h4M12 9h4M12 13h4",
  search: "M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM16 16l4 4",
  spark: "M12 4v4M12 16v4M4 12h4M16 12h4M7 7l2 2M15 15l2 2M7 17l2-2M15 9l2-2",
  steer: "M5 12h13M13 6l6 6-6 6",
  terminal: "M4 5h16v14H4zM8 9l3 3-3 3M12.5 15H16",
  text: "M5 6h14M5 6v2M19 6v2M12 6v13M9 19h6",
  up: "M7 14l5-5 5 5",
  widen: "M8 8l-4 4 4 4M16 8l4 4-4 4M4 12h16",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  stop: "M7 7h10v10H7z",
  sun:
    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4",
  moon: "M19 14.5A7.5 7.5 0 0 1 9.5 5 7.5 7.5 0 1 0 19 14.5z",
  half: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration only: what it means is said by the label of the control around it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
