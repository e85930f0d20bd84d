import { Button, Checkbox } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { api } from "../api/call.ts";
import { AuthCard } from "../parts/auth-card.tsx";
import { PasswordField } from "../parts/password-field.tsx";

const route = getRouteApi("/open/reset-password");

export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { password: "", revoke_keys: true },
    validate: { password: (value) => (value.length < 10 ? "At least 10 characters." : null) },
  });
  const reset = useMutation({
    mutationFn: (values: typeof form.values) => api.post("/password/reset", { token: token ?? "", ...values }),
    onSuccess: async () => {
      notifications.show({ message: "Your password is changed. Sign in with it." });
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <AuthCard title="Choose a new password" about="Every session you had ends." error={reset.error}>
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))} style={{ display: "contents" }}>
        <PasswordField
          autoComplete="new-password"
          description="At least 10 characters, and not easy to guess."
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Checkbox
          label="Revoke my API keys, too"
          description="Leave it so if somebody else may have had your password. You make new keys afterwards."
          key={form.key("revoke_keys")}
          {...form.getInputProps("revoke_keys", { type: "checkbox" })}
        />
        <Button type="submit" loading={reset.isPending} fullWidth>
          Save the password
        </Button>
      </form>
    </AuthCard>
  );
}
