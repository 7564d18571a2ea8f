/**
 * The bounds of an event. What is longer than an identifier may be is refused; text that a person
 * or a model reads is cut. Numbers only.
 */

/** An event as it comes, in bytes of its JSON. */
export const MAX_EVENT_BYTES = 64 * 1024;
/** Events in one batch, and its bytes in all. */
export const MAX_BATCH_EVENTS = 1_000;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Nesting, values and keys of the JSON: far more than a report needs, far less than a bomb has. */
export const MAX_DEPTH = 16;
export const MAX_VALUES = 4_096;
export const MAX_KEY_CHARACTERS = 200;

/** Names and ids. */
export const MAX_ID_CHARACTERS = 200;
/** Text, beyond which it is cut. */
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_SUMMARY_CHARACTERS = 4_000;
export const MAX_URL_CHARACTERS = 2_048;
export const MAX_LABEL_CHARACTERS = 200;

export const MAX_LABELS = 32;
export const MAX_ARTIFACTS = 32;
export const MAX_ACTIONS = 16;

/** The last moment that a Date can name. */
export const MAX_TIME_MS = 8.64e15;
