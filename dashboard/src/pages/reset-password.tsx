import { Button } from "@mantine/core";
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
    initialValues: { password: "" },
    validate: { password: (value) => (value.length < 8 ? "At least 8 characters." : null) },
  });
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) => api.post("/password/reset", { token: token ?? "", password }),
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
          description="At least 8 characters."
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={reset.isPending} fullWidth>
          Save the password
        </Button>
      </form>
    </AuthCard>
  );
}
