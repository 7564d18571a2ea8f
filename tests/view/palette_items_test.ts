import assert from "node:assert/strict";
import { conversationItem, paletteItems } from "../../lib/view/palette_items.ts";

const command = (label: string) => ({ key: label, icon: "plus" as const, label, detail: "" });
const conversation = (id: string, label: string) =>
  conversationItem({
    ...{ id, label, updated_at: "", draft: false, pinned: false },
    ...{ archived: false, running: false, approvals: 0, events: 0 },
  });

Deno.test("commands come before conversations, and a beginning before a middle", () => {
  const commands = [command("Restart the agent"), command("Start a new conversation")];
  const items = paletteItems([...commands, conversation("1", "Start of it all")], "start");
  assert.deepEqual(items.map(({ label }) => label), [
    "Start a new conversation",
    "Start of it all",
    "Restart the agent",
  ]);
});

Deno.test("all words must be there, and nothing typed gives everything", () => {
  const list = [conversation("1", "Fix the login"), conversation("2", "Docs")];
  assert.deepEqual(paletteItems(list, "login fix").map(({ key }) => key), ["/c/1"]);
  assert.equal(paletteItems([command("a"), ...list], " ").length, 3);
});

Deno.test("the name of a command counts more than a word in the title of another", () => {
  const model = {
    key: "model",
    icon: "spark" as const,
    label: "Choose the model",
    detail: "model",
  };
  const items = paletteItems([command("Shorten what the model remembers"), model], "mod");
  assert.equal(items[0]?.key, "model");
});
