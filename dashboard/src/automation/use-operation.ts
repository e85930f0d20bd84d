import { useQuery } from "@tanstack/react-query";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { operationIn } from "../requests/operation-in.ts";

/** An operation by its path, once the catalogue is there. */
export function useOperation(path: string): OperationView | undefined {
  const { data } = useQuery(queries.catalogue);
  return operationIn(data, path);
}
