/**
 * What the router leaves out on purpose, each with the reason. Together with the tables of the
 * router this covers the whole protocol: a test says so, and names what a new version adds.
 */

/** Notifications that make no change of a conversation. */
export const SILENT_NOTIFICATIONS: Readonly<Record<string, string>> = {
  "account/gatewayOAuth/changed": "the account is codex's own matter",
  "account/login/completed": "the account is codex's own matter",
  "account/updated": "the account is codex's own matter",
  "app/list/updated": "apps are not offered on the page",
  "command/exec/outputDelta": "belongs to whoever ran command/exec, not to a conversation",
  "externalAgentConfig/import/completed": "importing settings of other agents is not offered",
  "externalAgentConfig/import/progress": "importing settings of other agents is not offered",
  "fs/changed": "only for those who watch files; nobody here does",
  "fuzzyFileSearch/sessionCompleted": "files for mentions are found by our own search",
  "fuzzyFileSearch/sessionUpdated": "files for mentions are found by our own search",
  "hook/started": "a hook is told when it is done, if it has something to say",
  "item/autoApprovalReview/started": "the review is told when it has decided",
  "item/fileChange/outputDelta": "no server sends it any more",
  "mcpServer/event/stream/notification": "events come through our own doors",
  "process/exited": "belongs to whoever started the process, not to a conversation",
  "process/outputDelta": "belongs to whoever started the process, not to a conversation",
  "project/changed": "projects are not offered on the page",
  "rawResponse/completed": "the items of the turn say the same",
  "rawResponseItem/completed": "the items of the turn say the same",
  "remoteControl/status/changed": "remote control is not offered",
  "skills/changed": "skills are listed when they are asked for",
  "thread/attachment/updated": "attachments of threads are not used",
  "thread/compacted": "the item contextCompaction says the same",
  "thread/environment/connected": "there is one environment, this machine",
  "thread/environment/disconnected": "there is one environment, this machine",
  "thread/goal/cleared": "goals are not offered on the page",
  "thread/goal/updated": "goals are not offered on the page",
  "thread/name/updated": "a conversation's name is in its own settings",
  "thread/prediction/updated": "predictions are not offered on the page",
  "thread/project/updated": "projects are not offered on the page",
  "thread/queue/changed": "messages wait in our own queue",
  "thread/readState/changed": "what was read is told by the page",
  "thread/realtime/closed": "voice is not offered",
  "thread/realtime/item/completed": "voice is not offered",
  "thread/realtime/item/started": "voice is not offered",
  "thread/realtime/item/transcript/delta": "voice is not offered",
  "thread/realtime/itemAdded": "voice is not offered",
  "thread/realtime/outputAudio/delta": "voice is not offered",
  "thread/realtime/sdp": "voice is not offered",
  "thread/realtime/started": "voice is not offered",
  "thread/realtime/transcript/delta": "voice is not offered",
  "thread/realtime/transcript/done": "voice is not offered",
  "thread/section/changed": "conversations are kept in our own list",
  "thread/settings/updated": "settings are ours; the server only repeats them",
  "thread/started": "the answer to thread/start says the same",
  "thread/status/changed": "turns and approvals say the same, in more detail",
  "thread/unarchived": "conversations are kept in our own list",
  "turn/moderationMetadata": "for providers, not for people",
  "windowsSandbox/setupCompleted": "only on Windows, and nothing to do about it",
};

/** Requests that are not asked of a person; the gateway answers or refuses them. */
export const UNASKED_REQUESTS: Readonly<Record<string, string>> = {
  "account/chatgptAuthTokens/refresh": "the account is codex's own matter",
  "attestation/generate": "we do not say that we can",
  "currentTime/read": "a clock is not a question",
  "item/tool/call": "we give the agent no tools by this way",
};

/** Items that make no row as such. */
export const SILENT_ITEMS: Readonly<Record<string, string>> = {};
