import { Alert } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { Icon } from "../ui/icons.tsx";
import { TextLink } from "../ui/text.tsx";
import { AuthCard, AuthForm, type AuthValues, email } from "./auth-form.tsx";

export default function ForgotPasswordPage() {
  const { data } = useQuery(queries.session);
  const ask = useMutation({ mutationFn: (body: AuthValues) => api.post("/password/forgot", body) });
  return (
    <AuthCard
      title="Choose a new password"
      about="We will email you a link."
      error={ask.error}
      below={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      {ask.isSuccess ? (
        <Alert role="status" icon={<Icon name="mail" size={18} />}>
          If this address has an account, we have sent it a link.{" "}
          {data?.outbox && (
            <TextLink to="/outbox" underline="always">
              Open the outbox
            </TextLink>
          )}
        </Alert>
      ) : (
        <AuthForm fields={[{ ...email, required: true }]} action="Send link" busy={ask.isPending} send={ask.mutate} />
      )}
    </AuthCard>
  );
}
