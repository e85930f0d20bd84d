import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import type { SignUpAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";
import { showNewKey } from "../keys/new-key.ts";
import { TextLink } from "../ui/text-link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { PasswordField } from "./password-field.tsx";
import { safePath } from "./safe-path.ts";
import { SecretForm } from "./secret-form.tsx";

const route = getRouteApi("/open/sign-up");

export function SignUpPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", email: "", password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter your name." : null),
      email: (value) => (/^\S+@\S+\.\S+$/.test(value) ? null : "Enter a valid email address."),
      password: (value) => (value.length < 10 ? "At least 10 characters." : null),
    },
  });
  const signUp = useMutation({
    mutationFn: (body: typeof form.values) => api.post<SignUpAnswer>("/sign-up", body),
    onSuccess: ({ api_key }) => {
      queryClient.clear();
      showNewKey({ name: "First key", secret: api_key, sources: null, usageContext: "standard" });
      // The keys page shows the new key until it is closed, also if it is opened later.
      router.history.push(safePath(next, "/keys"));
    },
  });
  return (
    <AuthCard
      title="Create your account"
      about="You get 1,000 points and your first key."
      error={signUp.error}
      below={
        <>
          Already have an account?{" "}
          <TextLink to="/sign-in" search underline="always">
            Sign in
          </TextLink>
        </>
      }
    >
      <SecretForm
        onSubmit={form.onSubmit((values) => signUp.mutate(values))}
        noValidate
        style={{ display: "contents" }}
      >
        <TextInput label="Name" autoComplete="name" autoFocus key={form.key("name")} {...form.getInputProps("name")} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordField
          autoComplete="new-password"
          description="At least 10 characters, and not easy to guess."
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth mt="xs">
          Create account
        </Button>
      </SecretForm>
    </AuthCard>
  );
}
