import { Anchor, Container, Group, Stack, Text, Title } from "@mantine/core";
import { Empty } from "../ui/empty.tsx";
import { formatTime } from "../ui/format.ts";
import { usePageTitle } from "../ui/page-title.ts";
import { Load } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";

export default function OutboxPage() {
  usePageTitle("Outbox");
  return (
    <Container size="sm" py="xl">
      <Title order={1}>Outbox</Title>
      <Text c="dimmed" mt={4} mb="lg">
        No mail server is configured, so mails wait here. Set SMTP_URL to send them.
      </Text>
      <Load path="/outbox">
        {({ mails }) =>
          mails.length === 0 ? (
            <Empty icon="mail-off" title="No mails yet">
              Links to confirm an address or to choose a new password appear here.
            </Empty>
          ) : (
            <Stack gap="sm">
              {mails.map((mail) => (
                <article key={mail.id} className="surface" style={{ padding: 16 }}>
                  <Group justify="space-between" gap="xs">
                    <Text fw={600}>{mail.subject}</Text>
                    <Note>{formatTime(mail.sent_at)}</Note>
                  </Group>
                  <Note mb="xs">to {mail.to}</Note>
                  {mail.link && (
                    <Anchor href={mail.link} size="sm" style={{ overflowWrap: "anywhere" }}>
                      {mail.link}
                    </Anchor>
                  )}
                </article>
              ))}
            </Stack>
          )
        }
      </Load>
    </Container>
  );
}
