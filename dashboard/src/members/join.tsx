import { Button, Loader, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { useAddress } from "../api/use-address.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Page } from "../ui/page.tsx";

/** The target of an invitation's link. */
export default function JoinPage() {
  const { token = "" } = useAddress<"token">().search;
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.post("/invitations/open", { token }),
    retry: false,
  });
  const join = useMutation({
    mutationFn: () => api.post("/invitations/accept", { token }),
    onSuccess: ({ id }) => openAccount(id),
  });
  return (
    <Page title="Join an account">
      {invitation.isPending && <Loader role="status" aria-label="Loading" />}
      <ErrorAlert error={invitation.error ?? join.error} />
      {invitation.data && (
        <>
          <Text>
            You are invited to <b>{invitation.data.account}</b> as {invitation.data.role}.
          </Text>
          <Button w="fit-content" loading={join.isPending || join.isSuccess} onClick={() => join.mutate()}>
            Join {invitation.data.account}
          </Button>
        </>
      )}
    </Page>
  );
}
