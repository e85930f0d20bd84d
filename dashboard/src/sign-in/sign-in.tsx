import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { TextLink } from "../ui/text-link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { openNext } from "./open-next.ts";
import { PasswordField } from "./password-field.tsx";
import { onSubmit, SecondFactorForm } from "./second-factor-form.tsx";
import { SecretForm } from "./secret-form.tsx";
import { rememberNext } from "./sign-on-next.ts";

export default function SignInPage() {
  const { next } = useAddress<"next">().search;
  const router = useRouter();
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = () => {
    queryClient.clear();
    openNext(router, next);
  };
  const signIn = useMutation({
    mutationFn: (body: Record<string, string>) => api.post("/sign-in", body),
    onSuccess: (answer) => ("second_factor" in answer ? setCodeAsked(true) : enter()),
  });
  const signOn = useMutation({
    mutationFn: (email: string) => api.post("/sign-in/single-sign-on", { email }),
    onSuccess: ({ url }) => {
      rememberNext(next);
      window.location.assign(url);
    },
  });
  if (codeAsked) return <SecondFactorForm onDone={enter} />;
  return (
    <AuthCard
      title="Sign in"
      error={(signOn.submittedAt > signIn.submittedAt ? signOn : signIn).error}
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
        <Button
          variant="default"
          fullWidth
          loading={signOn.isPending || signOn.isSuccess}
          onClick={({ currentTarget }) => {
            const email = currentTarget.form?.elements.namedItem("email") as HTMLInputElement;
            if (email.reportValidity()) signOn.mutate(email.value);
          }}
        >
          Use single sign-on
        </Button>
      </SecretForm>
    </AuthCard>
  );
}
