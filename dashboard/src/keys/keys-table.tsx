import { Badge, Code, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { FilterSelect, SearchFilter } from "../ui/filters.tsx";
import { IconKey } from "../ui/icons.tsx";
import { toOptions } from "../ui/options.ts";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
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
  {
    header: "Last used",
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} as="ago" /> : "Never"),
    sortBy: ({ last_used_at }) => last_used_at ?? 0,
  },
  {
    header: "Created",
    cell: ({ created_at }) => <Time at={created_at} as="ago" />,
    sortBy: ({ created_at }) => created_at,
  },
  { header: "Actions", role: "action", cell: (key) => key.revoked_at === null && <KeyActions apiKey={key} /> },
];

type Filters = { [name in "search" | "state" | "source"]?: string | undefined };

/** The account's keys, those that work first. */
export function KeysTable({ keys }: { keys: KeyView[] }) {
  const isShared = useQuery(queries.session).data?.me?.account.name !== null;
  // Not in the address: a key may be pasted into the search.
  const [{ search = "", state, source }, setFilters] = useState<Filters>({});
  const set = (change: Filters) => setFilters((old) => ({ ...old, ...change }));
  const sources = [...new Set(keys.flatMap((key) => key.sources ?? []))].sort();
  const words = search.toLowerCase();
  const found = keys
    .filter(({ name, prefix }) => name.toLowerCase().includes(words) || search.startsWith(prefix))
    .filter((key) => state === undefined || keyState(key) === state)
    .filter((key) => source === undefined || (key.sources?.includes(source) ?? true))
    .sort((a, b) => Number(keyState(a) !== "active") - Number(keyState(b) !== "active"));
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SearchFilter
          placeholder="Name, or the key itself"
          value={search || undefined}
          onChange={(text) => set({ search: text })}
        />
        <FilterSelect
          label="State"
          all="All states"
          data={toOptions("active", "expired", "revoked")}
          value={state}
          onChange={(next) => set({ state: next })}
        />
        <FilterSelect
          label="May use source"
          all="All sources"
          data={sources}
          value={source}
          onChange={(next) => set({ source: next })}
        />
      </Group>
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
