import { useMutation } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { AuthCard, AuthForm, type AuthValues } from "./auth-form.tsx";

/** The second step of a sign-in. */
export function SecondFactorForm({ onDone }: { onDone: () => void }) {
  const check = useMutation({
    mutationFn: ({ code = "" }: AuthValues) => api.post("/sign-in/code", { code: code.trim() }),
    onSuccess: onDone,
  });
  const code = {
    name: "code",
    label: "Code",
    description: "From your authenticator app, or a recovery code.",
    error: check.error?.message,
    autoComplete: "one-time-code",
    required: true,
  };
  return (
    <AuthCard title="Your second factor">
      <AuthForm fields={[code]} action="Sign in" busy={check.isPending} send={check.mutate} />
    </AuthCard>
  );
}
