import { Group } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { RotateButton } from "../parts/rotate-button.tsx";
import { useMayChange } from "./key-fields.ts";
import { showNewKey } from "./new-key.ts";

/** Rotate and Revoke, for a key that is not revoked. */
export function KeyActions({ apiKey }: { apiKey: KeyView }) {
  const { id, name } = apiKey;
  const path = `/keys/${id}` as const;
  if (!useMayChange(apiKey)) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <RotateButton
        title={`Rotate ${name}`}
        what="key"
        about="You get a new key with the same limits. Choose how long the old one still works."
        rotate={(overlap_hours) => api.post(`${path}/rotate`, { overlap_hours })}
        onRotated={showNewKey}
      >
        Rotate
      </RotateButton>
      <ConfirmButton
        act={path}
        title={`Revoke ${name}`}
        action="Revoke key"
        about="Calls with this key will be refused. This cannot be undone. The key's history stays."
        size="xs"
        variant="light"
      >
        Revoke
      </ConfirmButton>
    </Group>
  );
}
