/** Models and their efforts as choices: which are offered, what is chosen, what fits. Pure. */
import type { Model } from "../gateway/models.ts";
import type { Choice, Settings } from "./settings.ts";

type Chosen = Pick<Settings, "model" | "reasoning_effort">;

/** The model that a conversation uses: the chosen one, or the agent's own default. */
export function modelInUse(models: readonly Model[], { model }: Chosen): Model | null {
  const wanted = model === null
    ? models.find(({ isDefault }) => isDefault)
    : models.find((one) => one.model === model || one.id === model);
  return wanted ?? null;
}

/** What the button says. */
export function modelWords(models: readonly Model[], chosen: Chosen): string {
  const model = modelInUse(models, chosen);
  const name = model?.displayName ?? chosen.model ?? "Default model";
  const effort = chosen.reasoning_effort ?? model?.defaultReasoningEffort ?? null;
  return effort === null ? name : `${name} · ${effort}`;
}

export function modelChoices(
  models: readonly Model[],
  chosen: Chosen,
): readonly Choice<string | null>[] {
  const usual = models.find(({ isDefault }) => isDefault);
  const choices: Choice<string | null>[] = [
    {
      value: null,
      label: "As configured",
      means: usual === undefined ? "" : `The agent's default, ${usual.displayName}.`,
    },
    ...models.map(({ model, displayName, description }) => ({
      value: model,
      label: displayName,
      means: description,
    })),
  ];
  const known = chosen.model === null || modelInUse(models, chosen) !== null;
  if (known) return choices;
  return [...choices, { value: chosen.model, label: chosen.model!, means: "Not in the list." }];
}

export function effortChoices(
  models: readonly Model[],
  chosen: Chosen,
): readonly Choice<string | null>[] {
  const model = modelInUse(models, chosen);
  const efforts = model?.supportedReasoningEfforts ?? [];
  const usual = model?.defaultReasoningEffort ?? null;
  return [
    { value: null, label: "The model's own", means: usual === null ? "" : `Usually ${usual}.` },
    ...efforts.map(({ reasoningEffort, description }) => ({
      value: reasoningEffort,
      label: reasoningEffort[0]!.toUpperCase() + reasoningEffort.slice(1),
      means: description,
    })),
  ];
}

/** The change that choosing a model makes: an effort that it does not know is let go. */
export function changeTo(
  models: readonly Model[],
  chosen: Chosen,
  model: string | null,
): Partial<Chosen> {
  const next = modelInUse(models, { ...chosen, model });
  const { reasoning_effort: effort } = chosen;
  const fits = effort === null || next === null ||
    next.supportedReasoningEfforts.some(({ reasoningEffort }) => reasoningEffort === effort);
  return fits ? { model } : { model, reasoning_effort: null };
}
