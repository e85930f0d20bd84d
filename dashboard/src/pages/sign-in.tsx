import { Anchor, Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { SignInAnswer } from "../../../src/dashboard-api/api-types.ts";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { AuthCard } from "../parts/auth-card.tsx";
import { PasswordField } from "../parts/password-field.tsx";
import { safePath } from "../safe-path.ts";

const route = getRouteApi("/open/sign-in");

export function SignInPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "" } });
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = () => {
    queryClient.clear();
    router.history.push(safePath(next));
  };
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => api.post<SignInAnswer>("/sign-in", body),
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
          <Anchor component={Link} to="/sign-up" size="sm" underline="always">
            Create an account
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} style={{ display: "contents" }}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          autoFocus
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordField required withAsterisk={false} key={form.key("password")} {...form.getInputProps("password")} />
        <Group justify="flex-end">
          <Anchor component={Link} to="/forgot-password" size="sm">
            Forgot password?
          </Anchor>
        </Group>
        <Button type="submit" loading={signIn.isPending} fullWidth>
          Sign in
        </Button>
      </form>
    </AuthCard>
  );
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { code: "" } });
  const check = useMutation({
    mutationFn: ({ code }: typeof form.values) => api.post("/sign-in/code", { code: code.trim() }),
    onSuccess: onDone,
  });
  return (
    <AuthCard title="Your second factor" error={check.error}>
      <form onSubmit={form.onSubmit((values) => check.mutate(values))} style={{ display: "contents" }}>
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
        <Button type="submit" loading={check.isPending} fullWidth>
          Sign in
        </Button>
      </form>
    </AuthCard>
  );
}
