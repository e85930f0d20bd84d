import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { IconKey } from "../icons.tsx";
import { Empty } from "../parts/empty.tsx";
import { KeyCard } from "../parts/key-card.tsx";
import { NewKeyCard } from "../parts/new-key-card.tsx";
import { NewKeyForm } from "../parts/new-key-form.tsx";
import { Page } from "../parts/page.tsx";
import { QueryView } from "../parts/query-view.tsx";

export function KeysPage() {
  const query = useQuery(queries.keys);
  return (
    <Page title="Keys" about="All keys spend the points of your account. Send a key in the access-token header.">
      <NewKeyCard />
      <QueryView query={query}>
        {({ keys }) => {
          const active = keys.filter(({ revoked_at }) => revoked_at === null);
          const ended = keys.filter((key) => !active.includes(key));
          return (
            <>
              <NewKeyForm suggestion={`Key ${keys.length + 1}`} />
              {active.length === 0 && (
                <Empty icon={IconKey} title="No active keys">
                  Create one above to call the API.
                </Empty>
              )}
              {active.map((key) => (
                <KeyCard key={key.id} apiKey={key} />
              ))}
              {ended.length > 0 && (
                <>
                  <Title order={2} mt="md">
                    Revoked
                  </Title>
                  {ended.map((key) => (
                    <KeyCard key={key.id} apiKey={key} />
                  ))}
                </>
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}
