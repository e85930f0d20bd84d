import { useState } from "react";
import { PasswordField } from "../sign-in/password-field.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { Section } from "../ui/page.tsx";
import { ConfirmButton } from "./action-buttons.tsx";

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
  const [password, setPassword] = useState("");
  return (
    <Section title={title} about={about}>
      <ConfirmButton
        variant="light"
        leftSection={null}
        title={title}
        action="Delete permanently"
        about={question}
        act={() => send({ password })}
        showsError
        fields={(change) => (
          <SecretForm onSubmit={change.send}>
            <PasswordField
              value={password}
              error={change.error?.message}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </SecretForm>
        )}
        onDone={onDeleted}
      >
        {title}
      </ConfirmButton>
    </Section>
  );
}
