import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api } from "../api/call.ts";
import { AuthCard } from "./auth-card.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Passes the values of the fields when the form is submitted. */
export const onSubmit = (send: (values: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
  send(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
};

/** The second step of a sign-in. */
export function SecondFactorForm({ onDone }: { onDone: () => void }) {
  const check = useMutation({
    mutationFn: ({ code = "" }: Record<string, string>) => api.post("/sign-in/code", { code: code.trim() }),
    onSuccess: onDone,
  });
  return (
    <AuthCard title="Your second factor">
      <SecretForm onSubmit={onSubmit((values) => check.mutate(values))} style={{ display: "contents" }}>
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          error={check.error?.message}
          errorProps={{ role: "alert" }}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          name="code"
        />
        <Button type="submit" loading={check.isPending} fullWidth>
          Sign in
        </Button>
      </SecretForm>
    </AuthCard>
  );
}
