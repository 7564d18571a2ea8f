/** Orders over severities and delivery modes. Pure. */
import {
  DELIVERY_MODES,
  type DeliveryMode,
  SEVERITIES,
  type Severity,
} from "../config/event_settings.ts";

export { DELIVERY_MODES, type DeliveryMode, SEVERITIES, type Severity };

/** 0 for the least urgent. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** The mode, or the most that is allowed. */
export function atMost(mode: DeliveryMode, most: DeliveryMode): DeliveryMode {
  return DELIVERY_MODES.indexOf(mode) <= DELIVERY_MODES.indexOf(most) ? mode : most;
}
