import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../api/call.ts";
import { PasswordField } from "./password-field.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Asks for the password and reports whether it was given. */
export default function PasswordDialog({ onEnd }: { onEnd: (given: boolean) => void }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await api.post("/session/confirm", { password });
      onEnd(true);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <Modal opened onClose={() => onEnd(false)} title="Enter your password" centered>
      <SecretForm onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">You signed in a while ago, so please confirm your password.</Text>
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <PasswordField value={password} onChange={(event) => setPassword(event.currentTarget.value)} autoFocus />
          <Group justify="flex-end">
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </SecretForm>
    </Modal>
  );
}
