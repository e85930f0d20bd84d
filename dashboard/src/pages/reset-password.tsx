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
      notifications.show({ message: "Password changed. Sign in with the new one." });
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <AuthCard title="Choose a new password" about="You will be signed out everywhere." error={reset.error}>
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))} style={{ display: "contents" }}>
        <PasswordField
          autoComplete="new-password"
          description="At least 10 characters, and not easy to guess."
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Checkbox
          label="Also revoke my API keys"
          description="Recommended if somebody else may know your password. You can create new keys afterwards."
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
