import { useQuery } from "@tanstack/react-query";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";

/** Finds an operation by path; undefined until the catalogue has loaded. */
export function useOperation(path: string): OperationView | undefined {
  const { data } = useQuery(queries.catalogue);
  return data?.sources.flatMap(({ operations }) => operations).find((operation) => operation.path === path);
}
