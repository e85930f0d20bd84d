import { Badge } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatAgo, formatNumber, humanise } from "../ui/format.ts";

type Ends = Pick<KeyView, "revoked_at" | "expires_at">;

export function keyState({ revoked_at, expires_at }: Ends): "active" | "expired" | "revoked" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= Date.now() ? "expired" : "active";
}

/** What kind of key it is. */
export const KeyBadges = ({ apiKey: { is_primary, mode, usage_context } }: { apiKey: KeyView }) => (
  <>
    {is_primary && <Badge>Primary</Badge>}
    {mode === "test" && (
      <Badge color="violet" title="Reads stand-ins, and costs practice points">
        Test
      </Badge>
    )}
    {usage_context === "mcp_only" && <Badge color="grape">MCP only</Badge>}
  </>
);

export function KeyState({ apiKey }: { apiKey: Ends }) {
  const state = keyState(apiKey);
  if (state !== "active") {
    return <Badge color="red">{humanise(state)}</Badge>;
  }
  if (apiKey.expires_at === null) return <Badge>Active</Badge>;
  return <Badge color="orange">Expires {formatAgo(apiKey.expires_at)}</Badge>;
}

/** Of a key, or of all keys of a member. */
export const pointsSpent = ({ spent, spending_cap }: Pick<KeyView, "spent" | "spending_cap">): string =>
  spending_cap === null ? formatNumber(spent) : `${formatNumber(spent)} of ${formatNumber(spending_cap)}`;
