import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { formatAgo } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { Load } from "../ui/query-view.tsx";
import { Section } from "../ui/section.tsx";

export function SessionsList() {
  const end = useChange((path: "/sessions" | `/sessions/${string}`) => api.delete(path));
  return (
    <Section
      wide
      title="Sessions"
      about="Devices where you are signed in. A session ends after 14 days without use, and after 30 days in any case."
    >
      <Load path="/sessions">
        {({ sessions }) => (
          <Stack gap={0} className="session-list">
            {sessions.map((session) => (
              <Group key={session.id} justify="space-between" py="xs">
                <div>
                  <Group gap="xs">
                    <Text fw={500}>{deviceOf(session.user_agent)}</Text>
                    {session.current && <Badge>This device</Badge>}
                  </Group>
                  <Note>
                    {session.ip_address} · signed in {formatAgo(session.created_at)} · last seen{" "}
                    {formatAgo(session.last_seen_at)}
                  </Note>
                </div>
                {!session.current && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Sign out ${deviceOf(session.user_agent)}`}
                    onClick={() => end.mutate(`/sessions/${session.id}`)}
                  >
                    Sign out
                  </Button>
                )}
              </Group>
            ))}
            {sessions.length > 1 && (
              <Group mt="xs">
                <Button size="xs" variant="default" onClick={() => end.mutate("/sessions")}>
                  Sign out all other devices
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Load>
    </Section>
  );
}

/** A short device name, enough to recognise a session. */
function deviceOf(userAgent: string): string {
  const browser = /(Firefox|Edg|Chrome|Safari|curl)\/[\d.]+/.exec(userAgent)?.[1]?.replace("Edg", "Edge") ?? "Browser";
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(userAgent)?.[1]?.replace("Mac OS X", "macOS");
  return system ? `${browser} on ${system}` : browser;
}
