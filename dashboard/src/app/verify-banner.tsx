import { Button, Group, Text } from "@mantine/core";
import type { Me, SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { WhereLinkIs, whyConfirm } from "../parts/confirm-address.tsx";
import { IconMailCheck } from "../ui/icons.tsx";

export function VerifyBanner({ session, me }: { session: SessionAnswer; me: Me }) {
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
            {whyConfirm(me)}.
          </Text>{" "}
          <WhereLinkIs session={session} />
        </Text>
      </Group>
      <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Send again
      </Button>
    </Group>
  );
}
