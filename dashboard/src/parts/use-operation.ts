import { useQuery } from "@tanstack/react-query";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";

/** An operation by its path, once the catalogue is there. */
export function useOperation(path: string): OperationView | undefined {
  const { data } = useQuery(queries.catalogue);
  return data?.sources.flatMap(({ operations }) => operations).find((operation) => operation.path === path);
}
