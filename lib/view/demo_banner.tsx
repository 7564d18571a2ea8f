/** Says that no model is behind the answers, and how to get one. Can be put away; a mark stays. */
import { Icon } from "./icons.tsx";

const COOKIE = "pilothouse_demo";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What `document.cookie` is set to, to keep the banner away. */
export const HIDE_DEMO_BANNER = `${COOKIE}=hidden; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;

/** Whether this browser has put it away: the server asks, so that it does not flash. */
export function isDemoBannerHidden(cookies: string | null): boolean {
  return /(?:^|;\s*)pilothouse_demo=hidden/.test(cookies ?? "");
}

export function DemoBanner({ dismiss }: { dismiss: () => void }) {
  return (
    <aside class="banner" aria-label="Demo">
      <p>
        <strong>Demo.</strong> No model is connected: answers are scripted. For real work:{" "}
        <code>npm install -g @openai/codex</code>, <code>codex login</code>, restart.
      </p>
      <button
        type="button"
        class="ghost"
        aria-label="Put the demo note away"
        title="Put away"
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** What stays. */
export function DemoMark() {
  return <span class="demo" title="No model is connected: the answers are scripted">Demo</span>;
}
