import { Alert, Button, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../api/call.ts";
import { queries, queryClient } from "../api/queries.ts";
import { IconCircleCheck } from "../icons.tsx";
import { AuthCard } from "../parts/auth-card.tsx";

const route = getRouteApi("/open/verify-email");

export function VerifyEmailPage() {
  const { token = "" } = route.useSearch();
  const verified = useQuery({
    queryKey: ["verify-email", token],
    queryFn: () => api.post("/email/verify", { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (verified.isSuccess) void queryClient.invalidateQueries({ queryKey: queries.session.queryKey });
  }, [verified.isSuccess]);
  return (
    <AuthCard title="Confirm your address" error={verified.error}>
      {verified.isPending && <Loader aria-label="One moment" mx="auto" />}
      {verified.isSuccess && (
        <Alert role="status" icon={<IconCircleCheck size={18} />}>
          Thank you: your address is confirmed.
        </Alert>
      )}
      {!verified.isPending && (
        <Button component={Link} to="/keys" fullWidth>
          To the dashboard
        </Button>
      )}
    </AuthCard>
  );
}
