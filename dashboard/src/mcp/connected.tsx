import { Badge, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "../api/queries.ts";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";

const EVERY_MS = 3_000;

/** Programs that are connected to the account, updated as they connect. */
export function Connected() {
  const { data } = useQuery({ ...queries.keys, refetchInterval: EVERY_MS });
  const programs = (data?.keys ?? []).filter(
    ({ usage_context, revoked_at }) => usage_context === "mcp_only" && revoked_at === null,
  );
  return (
    <Card title="Connected programs">
      <div role="status">
        {programs.length === 0 ? (
          <Note>No program is connected yet. It appears here as soon as you allow it.</Note>
        ) : (
          <ul className="plain-list">
            {programs.map(({ id, name, last_used_at }) => (
              <li key={id}>
                <Group gap="xs">
                  <TextLink to={`/keys/${id}`}>{name}</TextLink>
                  <Badge variant="dot">{last_used_at ? "Connected" : "Allowed, not used yet"}</Badge>
                </Group>
                <Note>
                  {last_used_at && (
                    <>
                      Last call <Time at={last_used_at} as="ago" />
                    </>
                  )}
                </Note>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
