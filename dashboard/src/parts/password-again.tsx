import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../api/call.ts";
import { setPasswordDialog } from "../api/password-again.ts";
import { PasswordField } from "./password-field.tsx";

/** Asks for the password once more, where a call needs a recent sign-in. */
export function PasswordAgain() {
  const [opened, setOpened] = useState(false);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const answer = useRef<(given: boolean) => void>(() => {});

  useEffect(() => {
    setPasswordDialog(() => {
      setOpened(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => setPasswordDialog(null);
  }, []);

  const end = (given: boolean) => {
    setOpened(false);
    setPassword("");
    setError(null);
    answer.current(given);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await api.post("/session/confirm", { password });
      end(true);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <Modal opened={opened} onClose={() => end(false)} title="Your password, please" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">It is some time since you signed in.</Text>
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <PasswordField value={password} onChange={(event) => setPassword(event.currentTarget.value)} autoFocus />
          <Group justify="flex-end">
            <Button type="submit">Go on</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
