import { Badge, Group, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OperationView, PlanView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatNumber, humanise, windowLabels } from "../ui/format.ts";
import { QueryView } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";

const priceColumns: Array<Column<OperationView>> = [
  {
    header: "Operation",
    role: "title",
    cell: ({ summary }) => summary,
    note: ({ path }) => path,
  },
  { header: "Price", role: "prose", cell: ({ price }) => price.words },
];

/** Points and rate limits of each plan, and the price of each call. */
export function Plans() {
  const session = useQuery(queries.session);
  const mine = session.data?.me?.plan;
  return (
    <>
      <QueryView query={useQuery(queries.plans)}>
        {({ plans: rows }) => (
          <DataTable
            label="Plans"
            rows={rows}
            keyOf={({ name }) => name}
            isMarked={({ name }) => name === mine}
            columns={[
              {
                header: "Plan",
                role: "title",
                cell: ({ name }) => (
                  <Group gap="xs" wrap="nowrap">
                    {humanise(name)}
                    {name === mine && <Badge size="sm">Your plan</Badge>}
                  </Group>
                ),
              },
              {
                header: "Points",
                role: "figure",
                cell: ({ points, every }) => `${formatNumber(points)} ${every === "once" ? "once" : "per month"}`,
              },
              ...(rows[0]?.limits ?? []).map(
                ({ name }): Column<PlanView> => ({
                  header: `Calls per ${windowLabels[name].replace("10 seconds", "10 s")}`,
                  role: "figure",
                  cell: ({ limits }) => formatNumber(limits.find((limit) => limit.name === name)?.limit ?? 0),
                }),
              ),
            ]}
          />
        )}
      </QueryView>
      <Note>
        Limits count calls in fixed windows aligned to UTC. Refused calls do not count. To change your plan, ask your
        operator.
      </Note>
      <Title order={2}>Prices</Title>
      <QueryView query={useQuery(queries.catalogue)}>
        {({ sources }) => (
          <DataTable
            label="Prices"
            rows={sources.flatMap(({ operations }) => operations)}
            keyOf={({ path }) => path}
            columns={priceColumns}
          />
        )}
      </QueryView>
      <Note>
        Only calls with status 200 are charged. Where the price is per result, a call without results is free.
      </Note>
    </>
  );
}
