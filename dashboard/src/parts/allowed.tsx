import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Permission } from "../../../src/accounts/roles.ts";
import { queries } from "../api/queries.ts";

/** Whether the person's role in the account of this tab allows something. The service says so, and refuses the rest. */
export const useMay = (needed: Permission): boolean =>
  useQuery(queries.session).data?.me?.account.may.includes(needed) ?? false;

/** Hides what the service would refuse to the person. */
export const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) => useMay(to) && children;
