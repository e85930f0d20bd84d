import { Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";
import { RequestsTable } from "../../parts/requests-table.tsx";
import { requestsPath, statusChoices } from "../../requests-path.ts";

const route = getRouteApi("/signed-in/admin-only/admin/requests");

export function AdminRequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const type = useDebouncedCallback((text: string) => set({ search: text || undefined }), 300);
  return (
    <Page title="All requests" about="Every call of everybody.">
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Search"
          placeholder="Request id, parameter or error"
          leftSection={<IconSearch size={16} />}
          defaultValue={search.search ?? ""}
          onChange={(event) => type(event.currentTarget.value)}
          style={{ flex: "1 1 240px" }}
          maw={380}
        />
        <Select
          label="Status"
          placeholder="All"
          clearable
          clearButtonProps={{ "aria-label": "All statuses" }}
          data={statusChoices}
          value={search.status ?? null}
          onChange={(value) => set({ status: value ?? undefined })}
          w={170}
        />
      </Group>
      <RequestsTable
        withAccount
        path={requestsPath("/admin/requests", search)}
        empty={
          <Empty icon={IconHistory} title="No request fits">
            Calls of every account are listed here.
          </Empty>
        }
      />
    </Page>
  );
}
