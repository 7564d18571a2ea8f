/**
 * The protocol of codex app-server 0.169.0, for what we use of it: made by
 * tests/harness/generate_protocol.ts, not by hand. Nothing of it is trusted at run time: what
 * comes over the wire is read field by field.
 */

/** The version that this was made from. */
export const PROTOCOL_VERSION = "0.169.0";
/** Every notification that the server may send. */
export const NOTIFICATION_METHODS = [
  "account/gatewayOAuth/changed",
  "account/login/completed",
  "account/rateLimits/updated",
  "account/updated",
  "app/list/updated",
  "autoApprovalReview/strictReviewRequired",
  "command/exec/outputDelta",
  "configWarning",
  "deprecationNotice",
  "error",
  "externalAgentConfig/import/completed",
  "externalAgentConfig/import/progress",
  "fs/changed",
  "fuzzyFileSearch/sessionCompleted",
  "fuzzyFileSearch/sessionUpdated",
  "guardianWarning",
  "hook/completed",
  "hook/started",
  "item/agentMessage/delta",
  "item/autoApprovalReview/completed",
  "item/autoApprovalReview/started",
  "item/commandExecution/outputDelta",
  "item/commandExecution/terminalInteraction",
  "item/completed",
  "item/fileChange/outputDelta",
  "item/fileChange/patchUpdated",
  "item/mcpToolCall/progress",
  "item/plan/delta",
  "item/reasoning/summaryPartAdded",
  "item/reasoning/summaryTextDelta",
  "item/reasoning/textDelta",
  "item/started",
  "mcpServer/event/stream/notification",
  "mcpServer/oauthLogin/completed",
  "mcpServer/startupStatus/updated",
  "model/rerouted",
  "model/safetyBuffering/updated",
  "model/verification",
  "modelProvider/authRecoveryCompleted",
  "modelProvider/authRecoveryStarted",
  "process/exited",
  "process/outputDelta",
  "project/changed",
  "rawResponse/completed",
  "rawResponseItem/completed",
  "remoteControl/status/changed",
  "serverRequest/resolved",
  "skills/changed",
  "thread/archived",
  "thread/attachment/updated",
  "thread/closed",
  "thread/compacted",
  "thread/deleted",
  "thread/environment/connected",
  "thread/environment/disconnected",
  "thread/goal/cleared",
  "thread/goal/updated",
  "thread/name/updated",
  "thread/prediction/updated",
  "thread/project/updated",
  "thread/queue/changed",
  "thread/readState/changed",
  "thread/realtime/closed",
  "thread/realtime/error",
  "thread/realtime/item/completed",
  "thread/realtime/item/started",
  "thread/realtime/item/transcript/delta",
  "thread/realtime/itemAdded",
  "thread/realtime/outputAudio/delta",
  "thread/realtime/sdp",
  "thread/realtime/started",
  "thread/realtime/transcript/delta",
  "thread/realtime/transcript/done",
  "thread/reverted",
  "thread/section/changed",
  "thread/settings/updated",
  "thread/started",
  "thread/status/changed",
  "thread/tokenUsage/updated",
  "thread/unarchived",
  "turn/completed",
  "turn/diff/updated",
  "turn/moderationMetadata",
  "turn/plan/updated",
  "turn/started",
  "warning",
  "windows/worldWritableWarning",
  "windowsSandbox/setupCompleted",
] as const;

/** Every request that the server may make of us. */
export const REQUEST_METHODS = [
  "account/chatgptAuthTokens/refresh",
  "applyPatchApproval",
  "attestation/generate",
  "currentTime/read",
  "execCommandApproval",
  "item/commandExecution/requestApproval",
  "item/fileChange/requestApproval",
  "item/permissions/requestApproval",
  "item/tool/call",
  "item/tool/requestUserInput",
  "mcpServer/elicitation/request",
] as const;

/** Every type of item that a turn may have. */
export const ITEM_TYPES = [
  "agentMessage",
  "collabAgentToolCall",
  "commandExecution",
  "contextCompaction",
  "dynamicToolCall",
  "enteredReviewMode",
  "exitedReviewMode",
  "fileChange",
  "functionCallOutput",
  "hookPrompt",
  "imageGeneration",
  "imageView",
  "mcpToolCall",
  "plan",
  "reasoning",
  "sleep",
  "subAgentActivity",
  "userMessage",
  "webSearch",
] as const;

export type AbsolutePathBuf = string;
export type AdditionalFileSystemPermissions = {
  read: Array<LegacyAppPathString> | null;
  write: Array<LegacyAppPathString> | null;
  globScanMaxDepth?: number;
  entries?: Array<FileSystemSandboxEntry>;
};
export type AdditionalNetworkPermissions = { enabled: boolean | null };
export type AdditionalPermissionProfile = {
  network: AdditionalNetworkPermissions | null;
  fileSystem: AdditionalFileSystemPermissions | null;
};
export type AgentMessageDelivery = "async";
export type AgentMessageDisplay = {
  action: string;
  blockType: string | null;
  cyberTrustedAccess: boolean | null;
  checkTrustedContacts: boolean | null;
};
export type AgentMessageModeration = { moderated: boolean; display: AgentMessageDisplay | null };
export type AsyncUserInputQuestion = { title: string; options: Array<string> | null };
export type ByteRange = { start: number; end: number };
export type CodexErrorInfo =
  | "contextWindowExceeded"
  | "sessionBudgetExceeded"
  | "usageLimitExceeded"
  | "rateLimitExceeded"
  | "flexUnavailable"
  | "serverOverloaded"
  | "modelNotFound"
  | "policyCapacityUnavailable"
  | "inferenceHookDenied"
  | "cyberPolicy"
  | "misalignmentPolicyViolation"
  | "tooManyDenials"
  | { "httpConnectionFailed": { httpStatusCode: number | null } }
  | { "responseStreamConnectionFailed": { httpStatusCode: number | null } }
  | "internalServerError"
  | "unauthorized"
  | "badRequest"
  | "threadRollbackFailed"
  | "sandboxError"
  | { "responseStreamDisconnected": { httpStatusCode: number | null } }
  | { "responseTooManyFailedAttempts": { httpStatusCode: number | null } }
  | { "activeTurnNotSteerable": { turnKind: NonSteerableTurnKind } }
  | "other"
  | string
  | { [key: string]: unknown };
export type CollabAgentState = { status: CollabAgentStatus; message: string | null };
export type CollabAgentStatus =
  | "pendingInit"
  | "running"
  | "interrupted"
  | "completed"
  | "errored"
  | "shutdown"
  | "notFound";
export type CollabAgentTool =
  | "spawnAgent"
  | "sendInput"
  | "resumeAgent"
  | "wait"
  | "closeAgent"
  | "sendMessage"
  | "followupTask"
  | "interruptAgent"
  | "listAgents";
export type CollabAgentToolCallStatus = "inProgress" | "completed" | "failed" | "interrupted";
export type CommandAction =
  | { "type": "read"; command: string; name: string; path: LegacyAppPathString }
  | { "type": "listFiles"; command: string; path: string | null }
  | { "type": "search"; command: string; query: string | null; path: string | null }
  | { "type": "unknown"; command: string };
export type CommandExecutionApprovalDecision =
  | "accept"
  | "acceptForSession"
  | { "acceptWithExecpolicyAmendment": { execpolicy_amendment: ExecPolicyAmendment } }
  | { "applyNetworkPolicyAmendment": { network_policy_amendment: NetworkPolicyAmendment } }
  | "decline"
  | "cancel";
export type CommandExecutionApprovalKind = "command" | "humanCommand" | "writeStdin";
export type CommandExecutionRequestApprovalParams = {
  kind: CommandExecutionApprovalKind;
  threadId: string;
  turnId: string;
  itemId: string;
  startedAtMs: number;
  approvalId?: string | null;
  environmentId: string | null;
  reason?: string | null;
  networkApprovalContext?: NetworkApprovalContext | null;
  command?: string | null;
  cwd?: LegacyAppPathString | null;
  commandActions?: Array<CommandAction> | null;
  additionalPermissions?: AdditionalPermissionProfile | null;
  proposedExecpolicyAmendment?: ExecPolicyAmendment | null;
  proposedNetworkPolicyAmendments?: Array<NetworkPolicyAmendment> | null;
  availableDecisions?: Array<CommandExecutionApprovalDecision> | null;
};
export type CommandExecutionRequestApprovalResponse = {
  decision: CommandExecutionApprovalDecision;
};
export type CommandExecutionSource =
  | "agent"
  | "userShell"
  | "unifiedExecStartup"
  | "unifiedExecInteraction";
export type CommandExecutionStatus = "inProgress" | "completed" | "failed" | "declined";
export type CreditsSnapshot = { hasCredits: boolean; unlimited: boolean; balance: string | null };
export type DynamicToolCallOutputContentItem = { "type": "inputText"; text: string } | {
  "type": "inputImage";
  imageUrl: string;
} | { "type": "inputAudio"; audioUrl: string };
export type DynamicToolCallStatus = "inProgress" | "completed" | "failed";
export type ErrorNotification = {
  error: TurnError;
  willRetry: boolean;
  threadId: string;
  turnId: string;
};
export type ExecPolicyAmendment = Array<string>;
export type FileChangeApprovalDecision = "accept" | "acceptForSession" | "decline" | "cancel";
export type FileChangeRequestApprovalParams = {
  threadId: string;
  turnId: string;
  itemId: string;
  startedAtMs: number;
  reason?: string | null;
  grantRoot?: string | null;
};
export type FileChangeRequestApprovalResponse = { decision: FileChangeApprovalDecision };
export type FileSystemAccessMode = "read" | "write" | "deny";
export type FileSystemPath = { "type": "path"; path: LegacyAppPathString } | {
  "type": "glob_pattern";
  pattern: string;
} | { "type": "special"; value: FileSystemSpecialPath };
export type FileSystemSandboxEntry = { path: FileSystemPath; access: FileSystemAccessMode };
export type FileSystemSpecialPath =
  | { "kind": "root" }
  | { "kind": "minimal" }
  | { "kind": "project_roots"; subpath: LegacyAppPathString | null }
  | { "kind": "tmpdir" }
  | { "kind": "slash_tmp" }
  | { "kind": "unknown"; path: string; subpath: LegacyAppPathString | null };
export type FileUpdateChange = { path: string; kind: PatchChangeKind; diff: string };
export type FunctionCallOutputBody = string | Array<FunctionCallOutputContentItem>;
export type FunctionCallOutputContentItem =
  | { "type": "input_text"; text: string }
  | { "type": "input_image"; detail?: ImageDetail } & ({ image_url: string } | { file_id: string })
  | { "type": "input_audio" } & ({ audio_url: string } | { file_id: string })
  | { "type": "encrypted_content"; encrypted_content: string };
export type GrantedPermissionProfile = {
  network?: AdditionalNetworkPermissions;
  fileSystem?: AdditionalFileSystemPermissions;
};
export type HookPromptFragment = { text: string; hookRunId: string };
export type ImageDetail = "auto" | "low" | "high" | "original";
export type ImageGenerationFailure = {
  "type": "usageLimitExceeded";
  limitId: string;
  resetsAt: number | null;
};
export type ImageGenerationInputImage = { path: AbsolutePathBuf; sha256: string };
export type ImageGenerationItem = {
  id: string;
  status: string;
  revisedPrompt: string | null;
  transparentBackground?: boolean;
  failure: ImageGenerationFailure | null;
  savedPath?: AbsolutePathBuf;
  inputImages?: Array<ImageGenerationInputImage>;
  generationId: string | null;
} & ({ fileId: string } | { result: string });
export type JsonValue =
  | number
  | string
  | boolean
  | Array<JsonValue>
  | { [key in string]?: JsonValue }
  | null;
export type LegacyAppPathString = string;
export type McpAppDisplayMode = "inline" | "fullscreen";
export type McpAppUi = { resourceUri: string; preferredModelDisplayMode: McpAppDisplayMode };
export type McpElicitationArrayType = "array";
export type McpElicitationBooleanSchema = {
  type: McpElicitationBooleanType;
  title?: string;
  description?: string;
  default?: boolean;
};
export type McpElicitationBooleanType = "boolean";
export type McpElicitationConstOption = { const: string; title: string };
export type McpElicitationEnumSchema =
  | McpElicitationSingleSelectEnumSchema
  | McpElicitationMultiSelectEnumSchema
  | McpElicitationLegacyTitledEnumSchema;
export type McpElicitationLegacyTitledEnumSchema = {
  type: McpElicitationStringType;
  title?: string;
  description?: string;
  enum: Array<string>;
  enumNames?: Array<string>;
  default?: string;
};
export type McpElicitationMultiSelectEnumSchema =
  | McpElicitationUntitledMultiSelectEnumSchema
  | McpElicitationTitledMultiSelectEnumSchema;
export type McpElicitationNumberSchema = {
  type: McpElicitationNumberType;
  title?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  default?: number;
};
export type McpElicitationNumberType = "number" | "integer";
export type McpElicitationObjectType = "object";
export type McpElicitationPrimitiveSchema =
  | McpElicitationEnumSchema
  | McpElicitationStringSchema
  | McpElicitationNumberSchema
  | McpElicitationBooleanSchema;
export type McpElicitationSchema = {
  $schema?: string;
  type: McpElicitationObjectType;
  properties: { [key in string]?: McpElicitationPrimitiveSchema };
  required?: Array<string>;
};
export type McpElicitationSingleSelectEnumSchema =
  | McpElicitationUntitledSingleSelectEnumSchema
  | McpElicitationTitledSingleSelectEnumSchema;
export type McpElicitationStringFormat = "email" | "uri" | "date" | "date-time";
export type McpElicitationStringSchema = {
  type: McpElicitationStringType;
  title?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  format?: McpElicitationStringFormat;
  default?: string;
};
export type McpElicitationStringType = "string";
export type McpElicitationTitledEnumItems = { anyOf: Array<McpElicitationConstOption> };
export type McpElicitationTitledMultiSelectEnumSchema = {
  type: McpElicitationArrayType;
  title?: string;
  description?: string;
  minItems?: bigint;
  maxItems?: bigint;
  items: McpElicitationTitledEnumItems;
  default?: Array<string>;
};
export type McpElicitationTitledSingleSelectEnumSchema = {
  type: McpElicitationStringType;
  title?: string;
  description?: string;
  oneOf: Array<McpElicitationConstOption>;
  default?: string;
};
export type McpElicitationUntitledEnumItems = {
  type: McpElicitationStringType;
  enum: Array<string>;
};
export type McpElicitationUntitledMultiSelectEnumSchema = {
  type: McpElicitationArrayType;
  title?: string;
  description?: string;
  minItems?: bigint;
  maxItems?: bigint;
  items: McpElicitationUntitledEnumItems;
  default?: Array<string>;
};
export type McpElicitationUntitledSingleSelectEnumSchema = {
  type: McpElicitationStringType;
  title?: string;
  description?: string;
  enum: Array<string>;
  default?: string;
};
export type McpServerElicitationAction = "accept" | "decline" | "cancel";
export type McpServerElicitationRequestParams =
  & { threadId: string; turnId: string | null; serverName: string }
  & (
    | {
      "mode": "openai/userVerification";
      _meta: JsonValue | null;
      title: string;
      description: string;
      challenge: string;
    }
    | {
      "mode": "form";
      _meta: JsonValue | null;
      message: string;
      requestedSchema: McpElicitationSchema;
    }
    | {
      "mode": "openai/form";
      _meta: JsonValue | null;
      message: string;
      requestedSchema: JsonValue;
    }
    | { "mode": "openaiForm"; _meta: JsonValue | null; message: string; requestedSchema: JsonValue }
    | {
      "mode": "url";
      _meta: JsonValue | null;
      message: string;
      url: string;
      elicitationId: string;
    }
  );
export type McpServerElicitationRequestResponse = {
  action: McpServerElicitationAction;
  content: JsonValue | null;
  _meta: JsonValue | null;
};
export type McpToolCallAppContext = {
  connectorId: string;
  linkId: string | null;
  resourceUri: string | null;
  appName: string | null;
  actionName: string | null;
};
export type McpToolCallError = { message: string };
export type McpToolCallResult = {
  content: Array<JsonValue>;
  structuredContent: JsonValue | null;
  _meta: JsonValue | null;
};
export type McpToolCallStatus = "inProgress" | "completed" | "failed";
export type MemoryCitation = { entries: Array<MemoryCitationEntry>; threadIds: Array<string> };
export type MemoryCitationEntry = {
  path: string;
  lineStart: number;
  lineEnd: number;
  note: string;
};
export type MessagePhase = "commentary" | "partial_answer" | "final_answer";
export type MisalignmentErrorDetails = {
  errorType: string | null;
  detailedExplanation: string | null;
  steer: MisalignmentSteer | null;
  reviewTarget?: string | null;
};
export type MisalignmentSteer = { message: string };
export type NetworkApprovalContext = { host: string; protocol: NetworkApprovalProtocol };
export type NetworkApprovalProtocol = "http" | "https" | "socks5Tcp" | "socks5Udp";
export type NetworkPolicyAmendment = { host: string; action: NetworkPolicyRuleAction };
export type NetworkPolicyRuleAction = "allow" | "deny";
export type NonSteerableTurnKind = "review" | "compact";
export type PatchApplyStatus = "inProgress" | "completed" | "failed" | "declined";
export type PatchChangeKind = { "type": "add" } | { "type": "delete" } | {
  "type": "update";
  move_path: string | null;
};
export type PermissionGrantScope = "turn" | "session";
export type PermissionsRequestApprovalParams = {
  threadId: string;
  turnId: string;
  itemId: string;
  environmentId: string | null;
  startedAtMs: number;
  cwd: LegacyAppPathString;
  reason: string | null;
  permissions: RequestPermissionProfile;
};
export type PermissionsRequestApprovalResponse = {
  permissions: GrantedPermissionProfile;
  scope: PermissionGrantScope;
  strictAutoReview?: boolean;
};
export type PlanType =
  | "free"
  | "go"
  | "plus"
  | "pro"
  | "prolite"
  | "promax"
  | "team"
  | "self_serve_business_prolite"
  | "self_serve_business_usage_based"
  | "business"
  | "ent26"
  | "enterprise_cbp_automation"
  | "enterprise_cbp_usage_based"
  | "enterprise"
  | "edu"
  | "edu_plus"
  | "edu_pro"
  | "sci"
  | "sci_plus"
  | "unknown";
export type RateLimitReachedType =
  | "rate_limit_reached"
  | "workspace_owner_credits_depleted"
  | "workspace_member_credits_depleted"
  | "workspace_owner_usage_limit_reached"
  | "workspace_member_usage_limit_reached";
export type RateLimitSnapshot = {
  limitId: string | null;
  limitName: string | null;
  normalModelSlug: string | null;
  primary: RateLimitWindow | null;
  secondary: RateLimitWindow | null;
  credits: CreditsSnapshot | null;
  individualLimit: SpendControlLimitSnapshot | null;
  spendControlReached: boolean | null;
  planType: PlanType | null;
  rateLimitReachedType: RateLimitReachedType | null;
};
export type RateLimitWindow = {
  usedPercent: number;
  windowDurationMins: number | null;
  resetsAt: number | null;
};
export type ReasoningEffort = string;
export type RequestPermissionProfile = {
  network: AdditionalNetworkPermissions | null;
  fileSystem: AdditionalFileSystemPermissions | null;
};
export type SleepItem = { id: string; durationMs: number };
export type SpendControlLimitSnapshot = {
  limit: string;
  used: string;
  remainingPercent: number;
  resetsAt: number;
};
export type SubAgentActivityKind = "started" | "interacted" | "interrupted" | "completed";
export type TextElement = { byteRange: ByteRange; placeholder: string | null };
export type ThreadItem =
  & { startedAtMs?: number | null; completedAtMs?: number | null }
  & (
    | { "type": "userMessage"; id: string; clientId: string | null; content: Array<UserInput> }
    | { "type": "hookPrompt"; id: string; fragments: Array<HookPromptFragment> }
    | {
      "type": "agentMessage";
      moderation: AgentMessageModeration | null;
      id: string;
      text: string;
      phase: MessagePhase | null;
      memoryCitation: MemoryCitation | null;
      delivery: AgentMessageDelivery | null;
      questions: Array<AsyncUserInputQuestion> | null;
    }
    | {
      "type": "functionCallOutput";
      id: string;
      name: string;
      namespace: string | null;
      output: FunctionCallOutputBody;
    }
    | { "type": "plan"; id: string; text: string }
    | { "type": "reasoning"; id: string; summary: Array<string>; content: Array<string> }
    | {
      "type": "commandExecution";
      id: string;
      pluginId: string | null;
      scriptPath: string | null;
      command: string;
      cwd: LegacyAppPathString;
      processId: string | null;
      source: CommandExecutionSource;
      status: CommandExecutionStatus;
      commandActions: Array<CommandAction>;
      aggregatedOutput: string | null;
      exitCode: number | null;
      durationMs: number | null;
    }
    | {
      "type": "fileChange";
      id: string;
      changes: Array<FileUpdateChange>;
      status: PatchApplyStatus;
    }
    | {
      "type": "mcpToolCall";
      id: string;
      server: string;
      tool: string;
      status: McpToolCallStatus;
      arguments: JsonValue;
      appContext: McpToolCallAppContext | null;
      mcpAppResourceUri?: string;
      mcpAppUi: McpAppUi | null;
      pluginId: string | null;
      readOnlyHint: boolean | null;
      result: McpToolCallResult | null;
      error: McpToolCallError | null;
      durationMs: number | null;
    }
    | {
      "type": "dynamicToolCall";
      id: string;
      namespace: string | null;
      tool: string;
      arguments: JsonValue;
      status: DynamicToolCallStatus;
      contentItems: Array<DynamicToolCallOutputContentItem> | null;
      success: boolean | null;
      durationMs: number | null;
    }
    | {
      "type": "collabAgentToolCall";
      id: string;
      tool: CollabAgentTool;
      status: CollabAgentToolCallStatus;
      senderThreadId: string;
      receiverThreadIds: Array<string>;
      prompt: string | null;
      model: string | null;
      reasoningEffort: ReasoningEffort | null;
      agentsStates: { [key in string]?: CollabAgentState };
    }
    | {
      "type": "subAgentActivity";
      model: string | null;
      reasoningEffort: ReasoningEffort | null;
      id: string;
      kind: SubAgentActivityKind;
      agentThreadId: string;
      agentPath: string;
    }
    | { "type": "webSearch" } & WebSearchItem
    | { "type": "imageView"; id: string; path: LegacyAppPathString }
    | { "type": "sleep" } & SleepItem
    | { "type": "imageGeneration" } & ImageGenerationItem
    | { "type": "enteredReviewMode"; id: string; review: string }
    | { "type": "exitedReviewMode"; id: string; review: string }
    | { "type": "contextCompaction"; id: string }
  );
export type ThreadTokenUsage = {
  total: TokenUsageBreakdown;
  last: TokenUsageBreakdown;
  modelContextWindow: number | null;
};
export type TokenUsageBreakdown = {
  totalTokens: number;
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteInputTokens: number;
  outputTokens: number;
  reasoningOutputTokens: number;
};
export type ToolRequestUserInputAnswer = { answers: Array<string> };
export type ToolRequestUserInputOption = { label: string; description: string };
export type ToolRequestUserInputParams = {
  threadId: string;
  turnId: string;
  itemId: string;
  questions: Array<ToolRequestUserInputQuestion>;
  isBlocking: boolean;
  autoResolutionMs: number | null;
};
export type ToolRequestUserInputQuestion = {
  id: string;
  header: string;
  question: string;
  isOther: boolean;
  isSecret: boolean;
  options: Array<ToolRequestUserInputOption> | null;
};
export type ToolRequestUserInputResponse = {
  answers: { [key in string]?: ToolRequestUserInputAnswer };
};
export type TurnError = {
  message: string;
  codexErrorInfo: CodexErrorInfo | null;
  additionalDetails: string | null;
  misalignment: MisalignmentErrorDetails | null;
};
export type TurnPlanStep = { step: string; status: TurnPlanStepStatus };
export type TurnPlanStepStatus = "pending" | "inProgress" | "completed";
export type TurnStatus = "completed" | "interrupted" | "failed" | "inProgress";
export type UserInput =
  | { "type": "text"; text: string; text_elements: Array<TextElement> }
  | { "type": "image"; detail?: ImageDetail } & ({ url: string } | { fileId: string })
  | { "type": "localImage"; detail?: ImageDetail; path: string }
  | { "type": "audio" } & ({ url: string } | { fileId: string })
  | { "type": "localAudio"; path: string }
  | { "type": "skill"; name: string; path: string }
  | { "type": "mention"; name: string; path: string };
export type WebSearchAction =
  | { "type": "search"; query: string | null; queries: Array<string> | null }
  | { "type": "openPage"; url: string | null }
  | { "type": "findInPage"; url: string | null; pattern: string | null }
  | { "type": "other" };
export type WebSearchItem = {
  id: string;
  query: string;
  action: WebSearchAction | null;
  results: Array<JsonValue> | null;
};
