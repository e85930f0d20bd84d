import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { ConfirmButton, RotateButton } from "../parts/action-buttons.tsx";
import { useMay } from "../parts/allowed.tsx";
import type { FormField } from "../playground/fields.ts";
import { labelled } from "../ui/options.ts";
import { showNewKey } from "./new-key.ts";

/** What the page says of the fields that new and existing keys have in common. */
export function useKeyFields(): Record<string, Partial<FormField>> {
  const { data } = useQuery(queries.catalogue);
  return {
    sources: {
      label: "Allowed sources",
      kind: "choices",
      placeholder: "All sources",
      options: (data?.sources ?? []).map(({ name, title }) => ({ value: name, label: title })),
    },
    networks: {
      label: "Allowed networks",
      description: "Address ranges such as 192.0.2.0/24.",
      placeholder: "All networks",
    },
    spending_cap: { description: "The most points this key may ever spend.", placeholder: "No cap" },
    manages_delivery: {
      label: "Manages webhooks and destinations",
      description: "They receive results of the whole account.",
    },
    retain: {
      label: "What is kept of its calls",
      description: "Jobs, schedules and MCP need stored records.",
      options: labelled({ usual: "Parameters and records", none: "Only time, operation, status and cost" }),
      placeholder: "Parameters and records",
    },
  };
}

/** A member changes their own keys; who manages the account, those of others too. */
export function useMayChange({ person_id }: KeyView): boolean {
  const me = useQuery(queries.session).data?.me;
  const [mayWork, mayManage] = [useMay("work"), useMay("manage")];
  return mayManage || (mayWork && person_id === me?.id);
}

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
