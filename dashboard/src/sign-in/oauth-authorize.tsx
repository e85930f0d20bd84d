import { Button, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConsentBody, ConsentQuestion } from "../../../src/endpoints/dashboard/types.ts";
import { addressIn, openAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { PointsInput } from "../ui/points-input.tsx";
import { AuthCard } from "./auth-form.tsx";

const SUGGESTED_CAP = 1_000;

/** The parameters exactly as the program sent them. */
const sentParameters = (): Record<string, string> =>
  Object.fromEntries(new URL(addressIn(null, window.location.href)).searchParams);

/** Authorises a program over OAuth: shows who it is, which sources it may use and how much it may spend. */
export default function OAuthAuthorizePage() {
  const [request] = useState(sentParameters);
  const query = useQuery({
    queryKey: ["/oauth/request", request],
    queryFn: async () => {
      const answer = await api.post("/oauth/request", { request });
      if (!("redirect" in answer)) return answer;
      window.location.assign(answer.redirect);
      return null;
    },
    retry: false,
  });
  if (query.isError) {
    return (
      <AuthCard title="This program cannot be connected" error={query.error}>
        <Text size="sm">Access was not granted. Start again from the program.</Text>
      </AuthCard>
    );
  }
  return query.data ? <Consent request={request} question={query.data} /> : null;
}

function Consent({
  request,
  question: { client, goes_to, account, sources },
}: {
  request: Record<string, string>;
  question: ConsentQuestion;
}) {
  const { data: catalogue } = useQuery(queries.catalogue);
  const all = catalogue?.sources ?? [];
  const [chosen, setChosen] = useState<string[] | null>(sources);
  const [cap, setCap] = useState<number | "">(SUGGESTED_CAP);
  const names = chosen ?? all.map(({ name }) => name);
  const decide = useMutation({
    mutationFn: (allow: boolean) =>
      api.post("/oauth/consent", {
        request,
        allow,
        sources: names.length === all.length ? null : names,
        spending_cap: cap === "" ? null : cap,
      } satisfies ConsentBody),
    onSuccess: ({ redirect }) => window.location.assign(redirect),
  });
  return (
    <AuthCard title={`Connect ${client}`} about={`After you decide, you return to ${goes_to}.`} error={decide.error}>
      <AccountChoice />
      <Text size="sm">
        This program wants to read data through {account === null ? "your personal account" : `the account ${account}`}{" "}
        over MCP. It gets its own key, which you can change or revoke on the Keys page. It cannot sign in as you, see
        your other keys, or change anything.
      </Text>
      <Checkbox.Group
        label="Sources it may use"
        value={names}
        onChange={(value) => setChosen(value)}
        error={names.length === 0 ? "Choose at least one." : undefined}
      >
        <Stack gap="xs" mt="xs">
          {all.map(({ name, title }) => (
            <Checkbox key={name} value={name} label={title} />
          ))}
        </Stack>
      </Checkbox.Group>
      <PointsInput
        label="Spending cap"
        description="The most points it may ever spend. Leave empty for no cap."
        value={cap}
        onChange={(value) => setCap(typeof value === "number" ? value : "")}
      />
      <Group grow>
        <Button variant="default" onClick={() => decide.mutate(false)} disabled={decide.isPending}>
          Deny
        </Button>
        <Button onClick={() => decide.mutate(true)} loading={decide.isPending} disabled={names.length === 0}>
          Allow
        </Button>
      </Group>
    </AuthCard>
  );
}

/** The account that the program would use. Hidden from people who have only their personal account. */
function AccountChoice() {
  const { data: session } = useQuery(queries.session);
  const { data } = useQuery(queries.at("/accounts"));
  const me = session?.me;
  if (!me || !data || data.accounts.length === 0) return null;
  return (
    <Select
      label="Account"
      description="It spends this account's points."
      data={[{ id: me.id, name: "Personal" }, ...data.accounts].map(({ id, name }) => ({ value: id, label: name }))}
      value={me.account.id}
      onChange={(id) => openAccount(id === me.id ? null : id, window.location.href)}
    />
  );
}
