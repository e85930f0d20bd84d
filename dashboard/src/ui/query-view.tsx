import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AnswerTo, Known } from "../api/answers.ts";
import { queries } from "../api/queries.ts";
import { InOtherAccount } from "../parts/in-other-account.tsx";
import { Empty } from "./empty.tsx";
import { IconAlertTriangle, IconCompassOff } from "./icons.tsx";

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** Shows the loading and the error state of a query. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && "status" in query.error && query.error.status === 404) {
    return (
      <Empty icon={IconCompassOff} title="Not found">
        The address may be wrong, or it was deleted.
        <InOtherAccount error={query.error} />
      </Empty>
    );
  }
  if (query.isError) {
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title="This could not be loaded">
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
