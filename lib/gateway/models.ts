/**
 * The models that the app-server offers, all pages of them, remembered for five minutes. Owns the
 * rule which effort a model gets.
 */
import { arrayAt, isObject, type JsonObject, stringAt } from "../protocol/message.ts";

/** A model, in the words of the protocol that scripts know. */
export interface Model {
  readonly id: string;
  readonly model: string;
  readonly displayName: string;
  readonly description: string;
  readonly supportedReasoningEfforts: readonly {
    readonly reasoningEffort: string;
    readonly description: string;
  }[];
  readonly defaultReasoningEffort: string | null;
  readonly inputModalities: readonly string[];
  readonly isDefault: boolean;
}

/** What is needed of the app-server. */
export interface ModelSource {
  readonly generation: number;
  request(method: string, params: unknown): Promise<JsonObject>;
}

const FRESH_MS = 5 * 60_000;
/** A server that always names a next page must not keep us for ever. */
const MAX_PAGES = 50;

export class Models {
  readonly #source: ModelSource;
  readonly #now: () => number;
  #known: { readonly models: Promise<readonly Model[]>; at: number; generation: number } | null =
    null;

  constructor(source: ModelSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  /** All models; several callers at once cause one question. */
  list(): Promise<readonly Model[]> {
    const { generation } = this.#source;
    const known = this.#known;
    const fresh = known !== null && known.generation === generation &&
      this.#now() - known.at < FRESH_MS;
    if (fresh) return known.models;
    const models = this.#fetch();
    const asked = { models, at: this.#now(), generation };
    this.#known = asked;
    models.catch(() => {
      if (this.#known === asked) this.#known = null;
    });
    return models;
  }

  /**
   * The effort to send: the wanted one where the model has it, else the model's default. A model
   * that is not listed, or a list that cannot be had, leaves the wish as it is.
   */
  async effortFor(model: string | null, effort: string | null): Promise<string | null> {
    if (effort === null || model === null) return effort;
    const models = await this.list().catch(() => []);
    return fittingEffort(models, model, effort);
  }

  async #fetch(): Promise<readonly Model[]> {
    const models: Model[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer: JsonObject = await this.#source.request(
        "model/list",
        cursor === null ? {} : { cursor },
      );
      models.push(
        ...arrayAt(answer, "data").filter(isObject).map(modelOf).filter((one) => one !== null),
      );
      cursor = stringAt(answer, "nextCursor");
      if (cursor === null) break;
    }
    return models;
  }
}

/** The same rule on a list that is at hand. */
export function fittingEffort(models: readonly Model[], model: string, effort: string): string {
  const known = models.find((one) => one.model === model || one.id === model);
  if (known === undefined || known.supportedReasoningEfforts.length === 0) return effort;
  const has = known.supportedReasoningEfforts.some((one) => one.reasoningEffort === effort);
  return has ? effort : known.defaultReasoningEffort ?? effort;
}

function modelOf(value: JsonObject): Model | null {
  const id = stringAt(value, "id") ?? stringAt(value, "model");
  if (id === null || value.hidden === true) return null;
  return {
    id,
    model: stringAt(value, "model") ?? id,
    displayName: stringAt(value, "displayName") ?? id,
    description: stringAt(value, "description") ?? "",
    supportedReasoningEfforts: arrayAt(value, "supportedReasoningEfforts").filter(isObject)
      .map((effort) => ({
        reasoningEffort: stringAt(effort, "reasoningEffort") ?? "",
        description: stringAt(effort, "description") ?? "",
      })).filter(({ reasoningEffort }) => reasoningEffort !== ""),
    defaultReasoningEffort: stringAt(value, "defaultReasoningEffort"),
    inputModalities: arrayAt(value, "inputModalities").filter((one) => typeof one === "string"),
    isDefault: value.isDefault === true,
  };
}
