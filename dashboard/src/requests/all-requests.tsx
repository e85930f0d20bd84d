import { useAddress } from "../api/use-address.ts";
import { Filters } from "../ui/filters.tsx";
import { Page } from "../ui/page.tsx";
import { requestsPath, statusClass, statuses } from "./requests-path.ts";
import { RequestsTable } from "./requests-table.tsx";

export default function AdminRequestsPage() {
  const { search, set } = useAddress<"search" | "endpoint" | "status">();
  return (
    <Page title="All requests" about="The calls of every account.">
      <Filters
        search={{ ...search, status: statusClass(search.status) }}
        set={set}
        find="Request ID, parameter or error"
        of={[["Status", "status", statuses]]}
      />
      <RequestsTable
        withAccount
        path={requestsPath("/admin/requests", search)}
        empty="No matching requests. Calls of all accounts appear here."
      />
    </Page>
  );
}
