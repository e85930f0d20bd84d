import { Button, Checkbox } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Delegated } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useAddress } from "../api/use-address.ts";
import { DelegatedList } from "../parts/delegated-access.tsx";
import { AuthCard, AuthForm, type AuthValues, newPassword } from "./auth-form.tsx";

export default function ResetPasswordPage() {
  const { token } = useAddress<"token">().search;
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: ({ password, revoke_keys }: AuthValues) =>
      api.post("/password/reset", { token: token ?? "", password, revoke_keys: revoke_keys === "on" }),
    onSuccess: async ({ review }) => {
      if (review.length > 0) return;
      notifications.show({ message: "Password changed. Sign in with the new one." });
      await navigate({ to: "/sign-in" });
    },
  });
  const link = useQuery({
    queryKey: ["/password/reset/check", token],
    queryFn: () => api.post("/password/reset/check", { token: token ?? "" }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.data?.valid === false && !reset.data) return <LinkIsOver />;
  if (reset.data && reset.data.review.length > 0) return <Stopped review={reset.data.review} />;
  return (
    <AuthCard title="Choose a new password" about="You will be signed out everywhere." error={reset.error}>
      <AuthForm fields={[newPassword]} action="Save password" busy={reset.isPending} send={reset.mutate}>
        <Checkbox
          label="Also revoke my API keys"
          description="Recommended if somebody else may know your password. You can create new keys afterwards."
          name="revoke_keys"
          defaultChecked
        />
      </AuthForm>
    </AuthCard>
  );
}

function LinkIsOver() {
  return (
    <AuthCard title="This link no longer works" about="It has expired or was already used.">
      <Button component={Link} to="/forgot-password" fullWidth>
        Request a new link
      </Button>
    </AuthCard>
  );
}

/** Lists what was stopped in case someone else had access. */
function Stopped({ review }: { review: Delegated[] }) {
  return (
    <AuthCard
      title="Password changed"
      about="In case somebody else had access, Winnow stopped everything that acts for your account. Sign in and resume what is yours in Settings, under This account."
    >
      <DelegatedList access={review} />
      <Button component={Link} to="/sign-in" fullWidth>
        Sign in
      </Button>
    </AuthCard>
  );
}
