import { Group } from "@mantine/core";
import { useAddress } from "../api/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { SearchFilter } from "../ui/filters.tsx";
import { IconHistory } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { requestsPath } from "./requests-path.ts";
import { RequestsTable, StatusFilter } from "./requests-table.tsx";

export default function AdminRequestsPage() {
  const { search, set } = useAddress<"search" | "endpoint" | "status">();
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
