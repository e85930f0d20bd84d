import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { Empty } from "../ui/empty.tsx";
import { IconKey } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { KeyCard } from "./key-card.tsx";
import { NewKeyCard } from "./new-key-card.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

export function KeysPage() {
  const query = useQuery(queries.keys);
  return (
    <Page title="Keys" about="All keys spend your account's points. Send a key in the access-token header.">
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
