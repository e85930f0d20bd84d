import { Button, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminRecallPlan } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Fact } from "../ui/fact.tsx";
import { formatNumber } from "../ui/format.ts";
import { QueryView } from "../ui/query-view.tsx";
import { Time } from "../ui/time.tsx";

/** What a recall of the incident would do, and the command that does it. It is worked out when it is asked for. */
export function RecallPlan({ no }: { no: number }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title="Recall">
      {isAsked ? (
        <Plan no={no} />
      ) : (
        <>
          <Text size="sm" mb="sm">
            Finds the calls that returned wrong records since the incident began. Nothing is changed.
          </Text>
          <Button variant="default" onClick={() => setAsked(true)}>
            Show what a recall would do
          </Button>
        </>
      )}
    </Card>
  );
}

function Plan({ no }: { no: number }) {
  const query = useQuery({ ...queries.at<AdminRecallPlan>(`/admin/incidents/${no}/recall`), retry: false });
  return (
    <QueryView query={query}>
      {({ refused, calls, accounts, points, undecided, well, from, to }) =>
        refused ? (
          <Text role="status">{refused}</Text>
        ) : (
          <>
            <SimpleGrid cols={{ base: 2, sm: 5 }} component="dl" m={0}>
              <Fact label="Calls with wrong records" value={formatNumber(calls)} />
              <Fact label="Accounts" value={formatNumber(accounts)} />
              <Fact label="Points to return" value={formatNumber(points)} />
              <Fact label="Calls without comparison" value={formatNumber(undecided)} />
              <Fact label="Calls with right records" value={formatNumber(well)} />
            </SimpleGrid>
            <Text size="sm" c="dimmed" my="sm">
              <Time at={from} /> to <Time at={to} />
            </Text>
            <CodeBlock
              label="the command that recalls them"
              language="shell"
              code={`npx winnow incidents recall ${no}`}
            />
          </>
        )
      }
    </QueryView>
  );
}
