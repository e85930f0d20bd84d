import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import { reach } from "../api/connection.ts";
import { apiPath } from "../api/first-reads.ts";
import { queries, queryClient } from "../api/queries.ts";

/** Offers to open what was not found in the account that has it, if it is another one of this person. */
export function InOtherAccount({ error }: { error: Error }) {
  const failed = queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.error === error);
  const path = String(failed?.queryKey[0]);
  const { data: owner } = useQuery({ queryKey: ["owner", path], queryFn: () => accountWith(path), retry: false });
  return (
    owner && (
      <Button variant="light" mt="md" onClick={() => openAccount(owner.id, window.location.href)}>
        Open it in {owner.name}
      </Button>
    )
  );
}

async function accountWith(path: string): Promise<{ id: string | null; name: string } | null> {
  const { accounts } = await queryClient.ensureQueryData(queries.at("/accounts"));
  const { me } = queryClient.getQueryData<SessionAnswer>(queries.session.queryKey)!;
  for (const { id, name } of [{ id: me!.id, name: "your personal account" }, ...accounts]) {
    if (id === me!.account.id) continue;
    const { ok } = await reach(apiPath(path), { headers: { accept: "application/json", "x-account": id } });
    if (ok) return { id: id === me!.id ? null : id, name };
  }
  return null;
}
