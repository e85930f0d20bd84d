import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
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

/** A skeleton of content that is still loading. */
export const Waiting = () => (
  <Stack gap="sm" aria-busy="true" aria-label="Loading" role="status">
    <Skeleton height={80} radius="md" />
    <Skeleton height={180} radius="md" />
  </Stack>
);
