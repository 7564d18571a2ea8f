/** Says that no model is behind the answers, and how to get one. */
export function DemoBanner() {
  return (
    <aside class="banner">
      <strong>Demo.</strong>{" "}
      No model is connected: the answers are scripted and nothing is executed. To work for real, run
      {" "}
      <code>npm install -g @openai/codex</code>, log in with <code>codex login</code>{" "}
      and start Pilothouse again.
    </aside>
  );
}
