import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Facts } from "../ui/fact.tsx";
import { formatNumber } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { Load } from "../ui/query-view.tsx";
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
  return (
    <Load path={`/admin/incidents/${no}/recall`}>
      {({ refused, calls, accounts, points, undecided, well, from, to }) =>
        refused ? (
          <Text role="status">{refused}</Text>
        ) : (
          <>
            <Facts
              of={[
                ["Calls with wrong records", formatNumber(calls)],
                ["Accounts", formatNumber(accounts)],
                ["Points to return", formatNumber(points)],
                ["Calls without comparison", formatNumber(undecided)],
                ["Calls with right records", formatNumber(well)],
              ]}
            />
            <Note my="sm">
              <Time at={from} /> to <Time at={to} />
            </Note>
            <CodeBlock
              label="the command that recalls them"
              language="shell"
              code={`npx winnow incidents recall ${no}`}
            />
          </>
        )
      }
    </Load>
  );
}
