import { Button, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { addressIn } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { AuthCard } from "./auth-form.tsx";
import { takeNext } from "./open-next.ts";
import { safePath } from "./safe-path.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";

/** Where an account's provider sends the browser back to. */
export default function SignOnReturnPage() {
  const returned = useQuery({
    queryKey: ["sign-on-return"],
    queryFn: () => api.post("/sign-in/single-sign-on/return", { query: window.location.search.slice(1) }),
    // A code works once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const enter = async () => {
    queryClient.clear();
    const { me } = await queryClient.fetchQuery(queries.session);
    // The account whose provider it is.
    window.location.replace(addressIn(me!.account.id, safePath(takeNext())));
  };
  const asksCode = returned.data && "second_factor" in returned.data;
  const isDone = returned.isSuccess && !asksCode;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isDone) void enter();
  }, [isDone]);
  if (asksCode) return <SecondFactorForm onDone={enter} />;
  return (
    <AuthCard title="Sign in" error={returned.error}>
      {returned.isError ? (
        <Button component={Link} to="/sign-in" fullWidth>
          Back to sign-in
        </Button>
      ) : (
        <Loader role="status" aria-label="Signing you in" mx="auto" />
      )}
    </AuthCard>
  );
}
