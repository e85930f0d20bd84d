import { Badge, Code, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Filters } from "../ui/filters.tsx";
import { IconKey } from "../ui/icons.tsx";
import { toOptions } from "../ui/options.ts";
import { TextLink } from "../ui/text-link.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyState, keyState, pointsSpent, TestBadge } from "./key-state.tsx";

const columns = (isShared: boolean): Array<Column<KeyView> | false> => [
  {
    header: "Key",
    role: "title",
    cell: (key) => (
      <Group gap="xs">
        <TextLink to={`/keys/${key.id}`} fw={600} c="var(--mantine-color-text)">
          {key.name}
        </TextLink>
        <Code>{key.prefix}…</Code>
        {key.is_primary && <Badge>Primary</Badge>}
        <TestBadge apiKey={key} />
        {key.usage_context === "mcp_only" && <Badge color="grape">MCP only</Badge>}
      </Group>
    ),
    sortBy: ({ name }) => name.toLowerCase(),
  },
  { header: "State", role: "status", cell: (key) => <KeyState apiKey={key} />, sortBy: keyState },
  isShared && { header: "Member", cell: ({ person_name }) => person_name, sortBy: ({ person_name }) => person_name },
  { header: "Sources", cell: ({ sources }) => sources?.join(", ") ?? "All" },
  { header: "Points spent", role: "figure", cell: pointsSpent, sortBy: ({ spent }) => spent },
  ["Last used", "last_used_at", "ago", "Never"],
  ["Created", "created_at", "ago"],
  { header: "Actions", role: "action", cell: (key) => key.revoked_at === null && <KeyActions apiKey={key} /> },
];

/** The account's keys, those that work first. */
export function KeysTable({ keys }: { keys: KeyView[] }) {
  const isShared = useQuery(queries.session).data?.me?.account.name !== null;
  // Not in the address: a key may be pasted into the search.
  const [filters, setFilters] = useState<{ [name in "search" | "state" | "source"]?: string | undefined }>({});
  const { search = "", state, source } = filters;
  const sources = [...new Set(keys.flatMap((key) => key.sources ?? []))].sort();
  const words = search.toLowerCase();
  const found = keys
    .filter(({ name, prefix }) => name.toLowerCase().includes(words) || search.startsWith(prefix))
    .filter((key) => state === undefined || keyState(key) === state)
    .filter((key) => source === undefined || (key.sources?.includes(source) ?? true))
    .sort((a, b) => Number(keyState(a) !== "active") - Number(keyState(b) !== "active"));
  return (
    <>
      <Filters
        search={filters}
        set={(change) => setFilters({ ...filters, ...change })}
        find="Name, or the key itself"
        of={[
          ["State", "state", toOptions("active", "expired", "revoked")],
          ["May use source", "source", sources],
        ]}
      />
      <DataTable
        label="Keys"
        columns={columns(isShared)}
        rows={found}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={IconKey} title={keys.length === 0 ? "No keys yet" : "No matching keys"}>
            {keys.length === 0 ? "Create one above to call the API." : "Change the search or the filters."}
          </Empty>
        }
      />
    </>
  );
}
