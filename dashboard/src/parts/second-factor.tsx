import { Anchor, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { NewSecondFactorAnswer } from "../../../src/dashboard-api/api-types.ts";
import { api } from "../api/call.ts";
import { refreshAll } from "../api/queries.ts";
import { PasswordField } from "./password-field.tsx";
import { Section } from "./section.tsx";

const fail = (error: Error) => notifications.show({ color: "red", message: error.message });

/** Codes of an authenticator app, asked for after the password. */
export function SecondFactor({ enabled }: { enabled: boolean }) {
  const [password, setPassword] = useState("");
  const [made, setMade] = useState<NewSecondFactorAnswer | null>(null);
  const begin = useMutation({
    mutationFn: () => api.post<NewSecondFactorAnswer>("/second-factor", { password }),
    onSuccess: setMade,
    onError: fail,
  });
  const end = useMutation({
    mutationFn: () => api.delete("/second-factor", { password }),
    onSuccess: async () => {
      setPassword("");
      await refreshAll();
    },
    onError: fail,
  });
  const about = enabled
    ? "A code of your authenticator app is asked for at each sign-in."
    : "Ask for a code of an authenticator app at each sign-in, besides the password.";
  return (
    <Section title="Second factor" about={about}>
      {made && !enabled ? (
        <FirstCode made={made} onDone={() => setMade(null)} />
      ) : (
        <>
          <PasswordField value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
          <Group>
            {enabled ? (
              <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
                Take it away
              </Button>
            ) : (
              <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
                Set it up
              </Button>
            )}
          </Group>
        </>
      )}
    </Section>
  );
}

function FirstCode({ made, onDone }: { made: NewSecondFactorAnswer; onDone: () => void }) {
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.post("/second-factor/confirm", { code }),
    onSuccess: async () => {
      notifications.show({ message: "The second factor is set up." });
      onDone();
      await refreshAll();
    },
    onError: fail,
  });
  return (
    <Stack gap="sm">
      <Text size="sm">
        Add this key to your authenticator app, or <Anchor href={made.uri}>open it there</Anchor>:
      </Text>
      <Code block>{new URL(made.uri).searchParams.get("secret")}</Code>
      <Text size="sm">Keep these recovery codes: each works once if you lose the app. They are shown this once.</Text>
      <Code block>{made.recovery_codes.join("\n")}</Code>
      <TextInput
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.trim())}
      />
      <Group>
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm the code
        </Button>
      </Group>
    </Stack>
  );
}
