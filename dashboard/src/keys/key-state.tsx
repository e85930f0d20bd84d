import { Badge } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatAgo, humanise } from "../ui/format.ts";

type Ends = Pick<KeyView, "revoked_at" | "expires_at">;

export function keyState({ revoked_at, expires_at }: Ends): "active" | "expired" | "revoked" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= Date.now() ? "expired" : "active";
}

export const TestBadge = ({ apiKey }: { apiKey: Pick<KeyView, "mode"> }) =>
  apiKey.mode === "test" && (
    <Badge variant="light" color="violet" title="Reads stand-ins, and costs practice points">
      Test
    </Badge>
  );

export function KeyState({ apiKey }: { apiKey: Ends }) {
  const state = keyState(apiKey);
  if (state !== "active") {
    return (
      <Badge variant="light" color="red">
        {humanise(state)}
      </Badge>
    );
  }
  if (apiKey.expires_at === null) return <Badge variant="light">Active</Badge>;
  return (
    <Badge variant="light" color="orange">
      Expires {formatAgo(apiKey.expires_at)}
    </Badge>
  );
}
