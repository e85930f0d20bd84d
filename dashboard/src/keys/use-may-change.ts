import { useQuery } from "@tanstack/react-query";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { useMay } from "../parts/allowed.tsx";

/** A member changes their own keys; who manages the account, those of others too. */
export function useMayChange({ person_id }: KeyView): boolean {
  const me = useQuery(queries.session).data?.me;
  const [mayWork, mayManage] = [useMay("work"), useMay("manage")];
  return mayManage || (mayWork && person_id === me?.id);
}
