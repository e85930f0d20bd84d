import { Alert, Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { IconMail } from "../ui/icons.tsx";
import { AuthCard } from "./auth-card.tsx";

export function ForgotPasswordPage() {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const { data } = useQuery(queries.session);
  const ask = useMutation({ mutationFn: (body: typeof form.values) => api.post("/password/forgot", body) });
  return (
    <AuthCard
      title="Choose a new password"
      about="We will email you a link."
      error={ask.error}
      below={
        <Anchor component={Link} to="/sign-in" size="sm">
          Back to sign in
        </Anchor>
      }
    >
      {ask.isSuccess ? (
        <Alert role="status" icon={<IconMail size={18} />}>
          If this address has an account, we have sent it a link.{" "}
          {data?.outbox && (
            <Anchor component={Link} to="/outbox" size="sm" underline="always">
              Open the outbox
            </Anchor>
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
