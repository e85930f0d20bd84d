import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PasswordField } from "../sign-in/password-field.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Section } from "../ui/section.tsx";

interface DeleteWithPasswordProps {
  title: string;
  about: string;
  /** What is lost, for the dialog that asks for the password. */
  question: string;
  send: (body: { password: string }) => Promise<unknown>;
  onDeleted: () => unknown;
}

/** Deletes an account, which cannot be undone, after the person has typed their password. */
export function DeleteWithPassword({ title, about, question, send, onDeleted }: DeleteWithPasswordProps) {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState("");
  const remove = useMutation({ mutationFn: () => send({ password }), onSuccess: onDeleted });
  return (
    <Section title={title} about={about}>
      <Group>
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          {title}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        title={title}
        action="Delete permanently"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{question}</Text>
        <SecretForm onSubmit={() => remove.mutate()}>
          <PasswordField
            value={password}
            error={remove.error?.message}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </SecretForm>
      </Confirm>
    </Section>
  );
}
