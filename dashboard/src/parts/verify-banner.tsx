import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/call.ts";

export function VerifyBanner({ email, outbox }: { email: string; outbox: boolean }) {
  const resend = useMutation({
    mutationFn: () => api.post("/email/resend"),
    onSuccess: () => notifications.show({ message: "The mail is on its way." }),
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  return (
    <Alert icon={<IconMailCheck size={18} />} color="yellow" mb="lg" title="Confirm your address">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          We sent a link to {email}.{" "}
          {outbox && (
            <>
              This service sends no mail: the link is in the{" "}
              <Anchor component={Link} to="/outbox" size="sm" underline="always" inherit>
                outbox
              </Anchor>
              .
            </>
          )}
        </Text>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          Send again
        </Button>
      </Group>
    </Alert>
  );
}
