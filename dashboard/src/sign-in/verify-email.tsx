import { Alert, Anchor, Button, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { Icon } from "../ui/icons.tsx";
import { AuthCard } from "./auth-form.tsx";
import { PasswordField } from "./password-field.tsx";
import { SecretForm } from "./secret-form.tsx";

/** The target of a mail's link. It works in the session that requested it, or with the account's password. */
export default function VerifyEmailPage() {
  const { token = "" } = useAddress<"token">().search;
  const [password, setPassword] = useState<string | null>(null);
  const opened = useQuery({
    queryKey: ["verify-email", token, password],
    async queryFn() {
      const answer = await api.post("/email/verify", { token, ...(password !== null && { password }) });
      // The page that is opened next asks the session what this person may do.
      if (answer.done) await queryClient.refetchQueries({ queryKey: queries.session.queryKey });
      return answer;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const done = opened.data?.done === true;
  const asksPassword = opened.data?.done === false || (opened.isError && password !== null);
  return (
    <AuthCard title="Confirm your address" error={opened.error}>
      {opened.isPending && <Loader role="status" aria-label="Loading" mx="auto" />}
      {done && (
        <Alert role="status" icon={<Icon name="circle-check" size={18} />}>
          Your address is confirmed.
        </Alert>
      )}
      {asksPassword && <AskPassword token={token} onPassword={setPassword} />}
      {!opened.isPending && !asksPassword && (
        <Button component={Link} to="/overview" fullWidth>
          Open the dashboard
        </Button>
      )}
    </AuthCard>
  );
}

function AskPassword({ token, onPassword }: { token: string; onPassword: (password: string) => void }) {
  const [typed, setTyped] = useState("");
  return (
    <SecretForm onSubmit={() => onPassword(typed)} style={{ display: "contents" }}>
      <PasswordField
        description="You are not signed in here. Enter the account's password."
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth>
        Confirm address
      </Button>
      <Anchor component={Link} to="/reset-password" search={{ token } as never} size="sm" ta="center">
        Not your account, or forgot its password? Choose a new one
      </Anchor>
    </SecretForm>
  );
}
