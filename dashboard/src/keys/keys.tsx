import { Code, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { Allowed } from "../parts/allowed.tsx";
import { DescribedForm } from "../parts/described-form.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Filters } from "../ui/filters.tsx";
import { Icon } from "../ui/icons.tsx";
import { labelled, toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { Load } from "../ui/query-view.tsx";
import { TextLink } from "../ui/text.tsx";
import { KeyActions, useKeyFields } from "./key-actions.tsx";
import { KeyBadges, KeyState, keyState, pointsSpent } from "./key-state.tsx";
import { showNewKey } from "./new-key.ts";

export default function KeysPage() {
  return (
    <Page title="Keys" about="All keys spend your account's points. Send a key in the access-token header.">
      <Load path="/keys">
        {({ keys }) => (
          <>
            <Allowed to="work">
              <NewKeyForm suggestion={`Key ${keys.length + 1}`} />
            </Allowed>
            <KeysTable keys={keys} />
          </>
        )}
      </Load>
    </Page>
  );
}

const expiries = labelled({ 7: "In 7 days", 30: "In 30 days", 90: "In 90 days", 365: "In a year" });

const NewKeyForm = ({ suggestion }: { suggestion: string }) => (
  <DescribedForm
    of="POST /keys"
    label="New key"
    layout="line"
    fields={["name", "mode"]}
    more={["Limits", "sources", "usage_context", "expires_in_days", "spending_cap", "manages_delivery", "retain"]}
    initial={{ mode: "live", usage_context: "standard" }}
    about={{
      ...useKeyFields(),
      name: { required: false, placeholder: suggestion },
      mode: { description: "", options: labelled({ live: "Live", test: "Test: stand-ins" }) },
      usage_context: { label: "Use", options: labelled({ standard: "Standard: API and MCP", mcp_only: "MCP only" }) },
      manages_delivery: {
        label: "Manages webhooks and destinations",
        kind: "choice",
        description: "They receive results of the whole account.",
        placeholder: "Only without limits",
        options: labelled({ yes: "Yes", no: "No" }),
      },
      expires_in_days: { label: "Expires", kind: "choice", placeholder: "Never", options: expiries },
    }}
    toBody={(body) => ({
      ...body,
      name: body.name ?? suggestion,
      manages_delivery: body.manages_delivery === null ? null : body.manages_delivery === "yes",
      expires_in_days: body.expires_in_days === null ? null : Number(body.expires_in_days),
    })}
    action="Create key"
    button={{ leftSection: <Icon name="plus" /> }}
    onDone={(made) => {
      showNewKey(made);
      window.scrollTo({ top: 0 });
    }}
  />
);

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
        <KeyBadges apiKey={key} />
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
function KeysTable({ keys }: { keys: KeyView[] }) {
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
        empty={
          <Empty icon="key" title={keys.length === 0 ? "No keys yet" : "No matching keys"}>
            {keys.length === 0 ? "Create one above to call the API." : "Change the search or the filters."}
          </Empty>
        }
      />
    </>
  );
}
