import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SignInAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { TextLink } from "../ui/text-link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { PasswordField } from "./password-field.tsx";
import { safePath } from "./safe-path.ts";
import { SecretForm } from "./secret-form.tsx";

const route = getRouteApi("/open/sign-in");

export function SignInPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = () => {
    queryClient.clear();
    router.history.push(safePath(next));
  };
  const signIn = useMutation({
    mutationFn: (body: Record<string, string>) => api.post<SignInAnswer>("/sign-in", body),
    onSuccess: (answer) => ("second_factor" in answer ? setCodeAsked(true) : enter()),
  });
  if (codeAsked) return <CodeForm onDone={enter} />;
  return (
    <AuthCard
      title="Sign in"
      error={signIn.error}
      below={
        <>
          New here?{" "}
          <TextLink to="/sign-up" search underline="always">
            Create an account
          </TextLink>
        </>
      }
    >
      <SecretForm onSubmit={onSubmit((values) => signIn.mutate(values))} style={{ display: "contents" }}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          autoFocus
          name="email"
        />
        <PasswordField required withAsterisk={false} name="password" />
        <Group justify="flex-end">
          <TextLink to="/forgot-password">Forgot password?</TextLink>
        </Group>
        <Button type="submit" loading={signIn.isPending} fullWidth>
          Sign in
        </Button>
      </SecretForm>
    </AuthCard>
  );
}

/** Passes the values of the fields when the form is submitted. */
const onSubmit = (send: (values: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
  send(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
};

function CodeForm({ onDone }: { onDone: () => void }) {
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
