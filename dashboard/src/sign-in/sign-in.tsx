import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { TextLink } from "../ui/text.tsx";
import { AuthCard, AuthForm, type AuthValues, email } from "./auth-form.tsx";
import { openNext, rememberNext } from "./open-next.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

export default function SignInPage() {
  const { next } = useAddress<"next">().search;
  const router = useRouter();
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = () => {
    queryClient.clear();
    openNext(router, next);
  };
  const signIn = useMutation({
    mutationFn: (body: AuthValues) => api.post("/sign-in", body),
    onSuccess: (answer) => ("second_factor" in answer ? setCodeAsked(true) : enter()),
  });
  const signOn = useMutation({
    mutationFn: (address: string) => api.post("/sign-in/single-sign-on", { email: address }),
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
      <AuthForm
        fields={[
          { ...email, required: true },
          { name: "password", label: "Password", type: "password", autoComplete: "current-password", required: true },
        ]}
        action="Sign in"
        busy={signIn.isPending}
        send={signIn.mutate}
        below={
          <Button
            variant="default"
            fullWidth
            loading={signOn.isPending || signOn.isSuccess}
            onClick={({ currentTarget }) => {
              const address = currentTarget.form?.elements.namedItem("email") as HTMLInputElement;
              if (address.reportValidity()) signOn.mutate(address.value);
            }}
          >
            Use single sign-on
          </Button>
        }
      >
        <Group justify="flex-end">
          <TextLink to="/forgot-password">Forgot password?</TextLink>
        </Group>
      </AuthForm>
    </AuthCard>
  );
}
