import { Badge, Group, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { formatNumber, humanise, windowLabels } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";

export function PlansPage() {
  const plans = useQuery(queries.plans);
  const session = useQuery(queries.session);
  const catalogue = useQuery(queries.catalogue);
  const mine = session.data?.me?.plan;
  return (
    <Page title="Plans and limits" about="Points and rate limits of each plan, and the price of each call.">
      <QueryView query={plans}>
        {({ plans: rows }) => (
          <ScrollTable label="Plans">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Plan</Table.Th>
                <Table.Th scope="col" ta="right">
                  Points
                </Table.Th>
                {rows[0]?.limits.map(({ name }) => (
                  <Table.Th key={name} scope="col" ta="right">
                    Calls a {windowLabels[name].replace("10 seconds", "10 s")}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((plan) => (
                <Table.Tr key={plan.name} bg={plan.name === mine ? "var(--mantine-primary-color-light)" : undefined}>
                  <Table.Th scope="row">
                    <Group gap="xs" wrap="nowrap">
                      {humanise(plan.name)}
                      {plan.name === mine && <Badge size="sm">Yours</Badge>}
                    </Group>
                  </Table.Th>
                  <Table.Td ta="right">
                    {formatNumber(plan.points)} {plan.every === "once" ? "once" : "a month"}
                  </Table.Td>
                  {plan.limits.map(({ name, limit }) => (
                    <Table.Td key={name} ta="right">
                      {formatNumber(limit)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        )}
      </QueryView>
      <Text size="sm" c="dimmed">
        Windows are fixed and start on the UTC clock. A refused call counts in none of them. Your operator changes
        plans.
      </Text>
      <Title order={2}>Prices</Title>
      <QueryView query={catalogue}>
        {({ sources }) => (
          <ScrollTable label="Prices">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Operation</Table.Th>
                <Table.Th scope="col">Price</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sources.flatMap(({ operations }) =>
                operations.map(({ path, summary, price }) => (
                  <Table.Tr key={path}>
                    <Table.Th scope="row" style={{ whiteSpace: "normal" }}>
                      {summary}
                      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                        {path}
                      </Text>
                    </Table.Th>
                    <Table.Td style={{ whiteSpace: "normal" }}>{price.words}</Table.Td>
                  </Table.Tr>
                )),
              )}
            </Table.Tbody>
          </ScrollTable>
        )}
      </QueryView>
      <Text size="sm" c="dimmed">
        Only an answer with status 200 is charged; no results, no charge where the price is by results.
      </Text>
    </Page>
  );
}
