import { Badge } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatAgo } from "../ui/format.ts";

export function KeyState({ apiKey }: { apiKey: Pick<KeyView, "revoked_at" | "expires_at"> }) {
  if (apiKey.revoked_at !== null) {
    return (
      <Badge variant="light" color="red">
        Revoked
      </Badge>
    );
  }
  if (apiKey.expires_at !== null) {
    const ended = apiKey.expires_at <= Date.now();
    return (
      <Badge variant="light" color={ended ? "red" : "orange"}>
        {ended ? "Expired" : `Expires ${formatAgo(apiKey.expires_at)}`}
      </Badge>
    );
  }
  return <Badge variant="light">Active</Badge>;
}
