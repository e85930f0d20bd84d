import { useQuery } from "@tanstack/react-query";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useMay } from "../parts/allowed.tsx";
import type { FormField } from "../playground/fields.ts";

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
      options: [
        { value: "usual", label: "Parameters and records" },
        { value: "none", label: "Only time, operation, status and cost" },
      ],
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
