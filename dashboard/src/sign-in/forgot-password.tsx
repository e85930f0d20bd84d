import { Alert, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { IconMail } from "../ui/icons.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthCard } from "./auth-card.tsx";

export default function ForgotPasswordPage() {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const { data } = useQuery(queries.session);
  const ask = useMutation({ mutationFn: (body: typeof form.values) => api.post("/password/forgot", body) });
  return (
    <AuthCard
      title="Choose a new password"
      about="We will email you a link."
      error={ask.error}
      below={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      {ask.isSuccess ? (
        <Alert role="status" icon={<IconMail size={18} />}>
          If this address has an account, we have sent it a link.{" "}
          {data?.outbox && (
            <TextLink to="/outbox" underline="always">
              Open the outbox
            </TextLink>
          )}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => ask.mutate(values))} style={{ display: "contents" }}>
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
          <Button type="submit" loading={ask.isPending} fullWidth>
            Send link
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
