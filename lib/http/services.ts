/**
 * What a route may use, put into the request's state by main.ts. `define` is Fresh's way to give
 * handlers and pages the type of that state.
 */
import { createDefine } from "fresh";
import type { AppServer } from "../app_server/app_server.ts";
import type { LiveSettings } from "../config/live_settings.ts";
import type { Events } from "../events/start.ts";
import type { FileIndex } from "../files/file_index.ts";
import type { Uploads } from "../files/uploads.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Hub } from "../hub/hub.ts";
import type { McpAccess } from "./mcp_access.ts";
import type { RawFeed } from "../hub/raw_feed.ts";
import type { AgentShells } from "../shell/agent_shells.ts";
import type { Shell } from "../shells/shell.ts";
import type { Shells } from "../shells/shells.ts";
import type { Conversations } from "../transcript/conversations.ts";
import type { Defaults } from "../transcript/defaults.ts";
import type { Outlines } from "../transcript/outline/outlines.ts";
import type { Rollouts } from "../transcript/rollouts/rollouts.ts";
import type { Search } from "../transcript/search/search.ts";
import type { Logger } from "../log/logger.ts";
import type { RequestCounts } from "../metrics/request_counts.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import type { Auth } from "./auth.ts";

export type AgentKind = "codex" | "demo" | "custom";

export interface Services {
  readonly version: string;
  readonly auth: Auth;
  readonly appServer: AppServer;
  /** The process that the app-server runs in. */
  readonly agentShell: Shell;
  readonly shells: Shells;
  /** The shells that people and the agent share, one per conversation. */
  readonly agentShells: AgentShells;
  /** The door of the agent's tools. */
  readonly mcp: McpAccess;
  readonly agent: AgentKind;
  readonly conversations: Conversations;
  readonly rollouts: Rollouts;
  readonly search: Search;
  readonly outlines: Outlines;
  readonly gateway: Gateway;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly hub: Hub;
  readonly raw: RawFeed;
  readonly files: FileIndex;
  readonly uploads: Uploads;
  readonly defaults: Defaults;
  /** What a message does while a turn runs, where neither it nor its conversation says. */
  readonly messageMode: "queue" | "steer";
  /** What can be changed while the service runs. */
  readonly live: LiveSettings;
  /** The folder that a new conversation works in. */
  readonly cwd: string;
  readonly startedAtMs: number;
  /** For the operator; `log` is its warning without fields. */
  readonly logger: Logger;
  readonly log: (line: string) => void;
  readonly requests: RequestCounts;
  readonly debug: boolean;
  /** The port that we listen on; known once we do. */
  port: number;
}

export interface State {
  services: Services;
  /** Names this request in the answer, the log, and what is kept of it. */
  requestId: string;
  /** A page without the app around it: its style and scripts are not served to strangers. */
  bare?: boolean;
}

export const define = createDefine<State>();
