import { Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { IconHistory } from "../../icons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Page } from "../../parts/page.tsx";
import { SearchFilter, StatusFilter } from "../../parts/request-filters.tsx";
import { RequestsTable } from "../../parts/requests-table.tsx";
import { requestsPath } from "../../requests-path.ts";

const route = getRouteApi("/signed-in/admin-only/admin/requests");

export function AdminRequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Page title="All requests" about="All calls of all accounts.">
      <Group gap="sm" align="flex-end">
        <SearchFilter value={search.search} onChange={(text) => set({ search: text })} />
        <StatusFilter value={search.status} onChange={(status) => set({ status })} />
      </Group>
      <RequestsTable
        withAccount
        path={requestsPath("/admin/requests", search)}
        empty={
          <Empty icon={IconHistory} title="No matching requests">
            Calls of all accounts appear here.
          </Empty>
        }
      />
    </Page>
  );
}
