/**
 * What `model/list` answers: the one model of the demo, which is none. Data only.
 */
import { DEMO_MODEL } from "./threads.ts";
import type { Fields } from "./wire.ts";

/** The list, in the shape of the real server's. */
export const DEMO_MODELS: readonly Fields[] = [{
  id: DEMO_MODEL,
  model: DEMO_MODEL,
  upgrade: null,
  upgradeInfo: null,
  availabilityNux: null,
  displayName: "Demo (no model)",
  description: "Plays prepared scenarios. Install codex to work with a real model.",
  modelSpecialty: null,
  hidden: false,
  supportedReasoningEfforts: [
    { reasoningEffort: "low", description: "Makes no difference in the demo" },
    { reasoningEffort: "medium", description: "Makes no difference in the demo" },
    { reasoningEffort: "high", description: "Makes no difference in the demo" },
  ],
  defaultReasoningEffort: "medium",
  inputModalities: ["text"],
  supportsPersonality: false,
  multiAgentVersion: null,
  additionalSpeedTiers: [],
  serviceTiers: [],
  defaultServiceTier: null,
  availableAccessPrograms: null,
  isDefault: true,
}];
