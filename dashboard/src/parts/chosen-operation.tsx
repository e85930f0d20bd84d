import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CatalogueAnswer, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { QueryView } from "../ui/query-view.tsx";

interface ChosenOperationProps {
  /** The operation in the page's address. */
  path: string | undefined;
  children: (operation: OperationView, catalogue: CatalogueAnswer) => ReactNode;
}

/** The operation that a page is about: the chosen one, or else the first. */
export function ChosenOperation({ path, children }: ChosenOperationProps) {
  const query = useQuery(queries.catalogue);
  return (
    <QueryView query={query}>
      {(catalogue) => {
        const operations = catalogue.sources.flatMap((source) => source.operations);
        const operation = operations.find((one) => one.path === path) ?? operations[0];
        if (!operation) return <Alert>No source is installed, so there is nothing to call.</Alert>;
        return (
          <>
            {path !== undefined && operation.path !== path && (
              <Alert color="yellow" role="status">
                There is no operation {path} here. Choose another one.
              </Alert>
            )}
            {children(operation, catalogue)}
          </>
        );
      }}
    </QueryView>
  );
}

/** All operations; none until the catalogue has loaded. */
export const useOperations = (): OperationView[] =>
  useQuery(queries.catalogue).data?.sources.flatMap(({ operations }) => operations) ?? [];

/** Finds an operation by path; undefined until the catalogue has loaded. */
export function useOperation(path: string): OperationView | undefined {
  return useOperations().find((operation) => operation.path === path);
}
