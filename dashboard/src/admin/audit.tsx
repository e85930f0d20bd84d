import { Button, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditRow } from "../../../src/entry/dashboard/admin-api-types.ts";
import { api } from "../api/call.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { AuditTable } from "./audit-table.tsx";

const PAGE = 50;

export function AuditPage() {
  const query = useInfiniteQuery({
    queryKey: ["/admin/audit"],
    queryFn: ({ pageParam }) =>
      api.get<{ audit: AuditRow[] }>(`/admin/audit${pageParam ? `?before=${pageParam}` : ""}`),
    initialPageParam: 0,
    getNextPageParam: ({ audit }) => (audit.length === PAGE ? audit.at(-1)!.no : undefined),
  });
  return (
    <Page title="Audit log" about="Changes that admins or the command line made to accounts.">
      <QueryView query={query}>
        {({ pages }) => (
          <>
            <AuditTable rows={pages.flatMap(({ audit }) => audit)} />
            {query.hasNextPage && (
              <Group justify="center">
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                  Show older changes
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}
