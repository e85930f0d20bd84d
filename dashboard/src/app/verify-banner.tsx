import { Button, Group, Text } from "@mantine/core";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { IconMailCheck } from "../ui/icons.tsx";
import { TextLink } from "../ui/text-link.tsx";

export function VerifyBanner({ email, outbox }: { email: string; outbox: boolean }) {
  const resend = useChange(() => api.post("/email/resend"), { done: "Mail sent." });
  return (
    <Group className="surface" justify="space-between" gap="sm" p="sm" px="md" mb="lg" maw={1240} mx="auto">
      <Group gap="sm" wrap="nowrap" style={{ flex: "1 1 260px" }}>
        <IconMailCheck
          size={20}
          stroke={1.6}
          color="var(--mantine-color-anchor)"
          aria-hidden
          style={{ flex: "none" }}
        />
        <Text size="sm">
          <Text span fw={600} inherit>
            Confirm your address.
          </Text>{" "}
          {outbox ? (
            <>
              This service sends no mail: the link for {email} is in the{" "}
              <TextLink to="/outbox" underline="always" inherit>
                outbox
              </TextLink>
              .
            </>
          ) : (
            `We sent a link to ${email}.`
          )}
        </Text>
      </Group>
      <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </Group>
  );
}
