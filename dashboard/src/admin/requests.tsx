import { Group } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { StatusFilter } from "../requests/request-filters.tsx";
import { requestsPath } from "../requests/requests-path.ts";
import { RequestsTable } from "../requests/requests-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { SearchFilter } from "../ui/filters.tsx";
import { IconHistory } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/requests");

export function AdminRequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Page title="All requests" about="The calls of every account.">
      <Group gap="sm" align="flex-end">
        <SearchFilter
          placeholder="Request ID, parameter or error"
          value={search.search}
          onChange={(text) => set({ search: text })}
        />
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
