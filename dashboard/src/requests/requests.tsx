import { Button, Group, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTrouble } from "../api/connection.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { showTestData, useTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { useOperations } from "../parts/chosen-operation.tsx";
import { DownloadButton, LinkButton } from "../ui/buttons.tsx";
import { Empty } from "../ui/empty.tsx";
import { Filters } from "../ui/filters.tsx";
import { Page } from "../ui/page.tsx";
import { requestsPath, statusClass, statuses } from "./requests-path.ts";
import { RequestsTable } from "./requests-table.tsx";

export default function RequestsPage() {
  const { search, set } = useAddress<"search" | "endpoint" | "key" | "tag" | "status" | "from" | "to" | "live">();
  const operations = useOperations();
  const { data: keys } = useQuery(queries.keys);
  const { data: used } = useQuery(queries.tags(30));
  const tags = [...new Set([...(used?.tags ?? []).map(({ tag }) => tag), search.tag])].filter((tag) => tag != null);
  const { live, ...filters } = search;
  const trouble = useTrouble();
  const testData = useTestData();
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title="Requests"
      about="Every call of your account and its cost. Refused calls are kept for 7 days."
      actions={
        <Group gap="md">
          <Switch
            label={trouble ? "Live (paused)" : "Live"}
            color={trouble && "gray"}
            checked={live !== undefined}
            onChange={(event) => set({ live: event.currentTarget.checked ? "on" : undefined })}
          />
          <DownloadButton href={linkPath(requestsPath("/requests.csv", filters))}>CSV</DownloadButton>
        </Group>
      }
    >
      <Filters
        search={{ ...search, status: statusClass(search.status) }}
        set={set}
        find="Request ID, parameter or error"
        of={[
          ["Operation", "endpoint", operations.map(({ path }) => path)],
          ["Status", "status", statuses],
          [
            "Key",
            "key",
            (keys?.keys ?? []).map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
          ],
          tags.length > 0 && ["Tag", "tag", tags],
        ]}
        days
      />
      <RequestsTable
        live={live !== undefined}
        path={requestsPath("/requests", filters)}
        empty={
          <Empty icon="history" title={filtered ? "No matching requests" : "No requests yet"}>
            {filtered ? (
              <LinkButton to="/requests" variant="light" mt="sm">
                Show all requests
              </LinkButton>
            ) : (
              <>
                Your calls appear here with their parameters, records and cost.
                <br />
                <LinkButton to="/playground" variant="light" mt="md">
                  Open the playground
                </LinkButton>
                {!testData && keys?.keys.some(({ mode }) => mode === "test") && (
                  <Button variant="default" mt="md" ml="xs" onClick={() => showTestData(true)}>
                    Show the calls of test keys
                  </Button>
                )}
              </>
            )}
          </Empty>
        }
      />
    </Page>
  );
}
