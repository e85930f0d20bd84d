import { Button, Group } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { DataTable } from "./data-table.tsx";
import { QueryView } from "./query-view.tsx";

type PagedTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "rows"> & {
  pages: UseInfiniteQueryResult<Row[]>;
  /** Label of the button that loads more rows. */
  more: string;
};

/** A paginated table, with a skeleton while it loads. */
export function PagedTable<Row>({ pages, more, ...table }: PagedTableProps<Row>) {
  return (
    <QueryView query={pages}>
      {(rows) => (
        <>
          <DataTable {...table} rows={rows} isPaged />
          <MoreButton query={pages}>{more}</MoreButton>
        </>
      )}
    </QueryView>
  );
}

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: string;
}

/** Loads the next page of a list. */
export function MoreButton({ query, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Group justify="center">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {children}
      </Button>
    </Group>
  );
}
