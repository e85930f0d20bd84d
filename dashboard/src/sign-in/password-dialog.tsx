import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/call.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PasswordField } from "./password-field.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Asks for the password and reports whether it was given. */
export default function PasswordDialog({ onEnd }: { onEnd: (given: boolean) => void }) {
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.post("/session/confirm", { password }),
    onSuccess: () => onEnd(true),
  });
  return (
    <Modal opened onClose={() => onEnd(false)} title="Enter your password" centered>
      <SecretForm onSubmit={() => confirm.mutate()}>
        <Stack gap="md">
          <Text size="sm">You signed in a while ago, so please confirm your password.</Text>
          <ErrorAlert error={confirm.error} />
          <PasswordField value={password} onChange={(event) => setPassword(event.currentTarget.value)} autoFocus />
          <Group justify="flex-end">
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </SecretForm>
    </Modal>
  );
}
