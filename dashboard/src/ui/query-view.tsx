import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { openAccount } from "../api/acting-account.ts";
import type { AnswerTo, Known } from "../api/answers.ts";
import { reach } from "../api/connection.ts";
import { apiPath } from "../api/first-reads.ts";
import { queries, queryClient } from "../api/queries.ts";
import { Empty } from "./empty.tsx";
import { Icon } from "./icons.tsx";

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** Shows the loading and the error state of a query. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && "status" in query.error && query.error.status === 404) {
    return (
      <Empty icon="compass-off" title="Not found">
        The address may be wrong, or it was deleted.
        <InOtherAccount error={query.error} />
      </Empty>
    );
  }
  if (query.isError) {
    return (
      <Alert color="red" icon={<Icon name="alert-triangle" size={18} />} title="This could not be loaded">
        <Stack gap="sm" align="flex-start">
          {query.error.message}
          <Button size="xs" variant="default" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Stack>
      </Alert>
    );
  }
  return <Waiting />;
}

interface LoadProps<P extends string> {
  path: P & Known<"GET", P>;
  /** How often it is read again. */
  everyMs?: number;
  children: (data: AnswerTo<"GET", P>) => ReactNode;
}

/** What the service says at a path. */
export const Load = <const P extends string>({ path, everyMs, children }: LoadProps<P>) => (
  <QueryView query={useQuery({ ...queries.at<P>(path as never), refetchInterval: everyMs ?? false })}>
    {children}
  </QueryView>
);

/** A skeleton of content that is still loading. */
export const Waiting = () => (
  <Stack gap="sm" aria-busy="true" aria-label="Loading" role="status">
    <Skeleton height={80} radius="md" />
    <Skeleton height={180} radius="md" />
  </Stack>
);

/** Offers to open what was not found in the account that has it, if it is another one of this person. */
function InOtherAccount({ error }: { error: Error }) {
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
