// One row of every kind, with a text in each place where text from outside can come in. Given the
// text, so that a test can put there what it likes.

import type { Draft } from "./conversation_home.ts";

/** Drafts of all rows that a transcript can hold; `text` goes into every field that takes one. */
export function everyRow(text: string): Draft[] {
  const cwd = "/work/ship";
  const line = text.replaceAll("\n", " ");
  const diff =
    `diff --git a/${line} b/${line}\n--- a/${line}\n+++ b/${line}\n@@ -6,3 +6,3 @@ ${line}\n` +
    ` same ${line}\n-old ${line}\n+new ${line}\n same\n`;
  const end = { exit_code: 0, duration_ms: 1_200, status: "completed" };
  const file = { path: `src/${line}`, change: "update", diff };
  const form = {
    name: line,
    title: line,
    description: text,
    type: "choice",
    required: false,
    options: [{ value: line, label: line }],
  };
  const question = {
    id: "q",
    header: line,
    question: line,
    options: [{ label: line, description: text }],
    free_text: true,
    secret: false,
  };
  const asked = { decided_at: "2026-01-02T03:04:05Z", reason: text };
  return [
    {
      role: "user",
      text,
      attachments: [{ kind: "image", name: line, url: line }, {
        kind: "mention",
        name: line,
        path: text,
      }],
    },
    { role: "reasoning", text: `**${line}**\n\n${text}` },
    {
      role: "plan",
      explanation: text,
      steps: [{ step: text, status: "completed" }, { step: text, status: "in_progress" }, {
        step: text,
        status: "pending",
      }],
    },
    { role: "plan", text, steps: [] },
    { role: "command", command: text, cwd: line, output: text, ...end },
    {
      role: "command",
      command: `bash -lc '${line}'`,
      cwd,
      output: `${text}\n`.repeat(30),
      ...end,
      exit_code: 1,
      status: "failed",
    },
    { role: "shell_input", command: text, cwd },
    { role: "shell_output", command: text, cwd, stdout: text, stderr: text, ...end },
    {
      role: "diff",
      diff_id: "d",
      path: `/work/ship/${line}`,
      old_path: line,
      change: "rename",
      added: 1,
      removed: 1,
      diff,
    },
    {
      role: "approval",
      status: "declined",
      subject: { kind: "file_change", files: [file] },
      ...asked,
    },
    {
      role: "approval",
      status: "accepted",
      subject: { kind: "command", command: text, cwd },
      ...asked,
    },
    {
      role: "approval",
      status: "answered",
      subject: { kind: "user_input", questions: [question] },
      answer: text,
      ...asked,
    },
    {
      role: "approval",
      status: "accepted",
      subject: { kind: "elicitation", server: line, mode: "form", message: text, fields: [form] },
      ...asked,
    },
    {
      role: "approval",
      status: "withdrawn",
      subject: { kind: "permissions", cwd, permissions: [text] },
      ...asked,
    },
    { role: "error", text, details: text, code: line },
    {
      role: "notice",
      kind: "tool",
      text: line,
      input: text,
      output: text,
      url: line,
      path: text,
      status: "failed",
      duration_ms: 5,
    },
    { role: "notice", kind: "warning", text },
    {
      role: "external_event",
      event_id: line,
      thread_id: "t",
      seq: 1,
      severity: "error",
      event_type: line,
      title: line,
      text: `${text}\n`.repeat(20),
      source: line,
      trust: line,
      state: line,
      mode: "queue_for_next_turn",
      reason: text,
      actions: [{ id: "a", title: line, kind: line, args: { text } }],
    },
    {
      role: "token_usage",
      turn_id: "t",
      total_tokens: 10,
      input_tokens: 8,
      cached_input_tokens: 2,
      output_tokens: 2,
      reasoning_output_tokens: 1,
      last_tokens: 5,
      context_window: 100,
    },
    { role: "assistant", text },
    {
      role: "assistant",
      text:
        `# ${line}\n\n${text}\n\n- ${line}\n\n| ${line} | b |\n|---|---|\n| ${line} | \`x\` |\n\n\`\`\`${line}\n${text}\n\`\`\`\n\n[${line}](${line}) ![${line}](${line})\n\n> ${line}`,
      cut: true,
    },
    { role: "status", turn_id: "t", status: "interrupted", duration_ms: 5_000 },
  ];
}
