import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { queries } from "../api/queries.ts";
import { NotFound } from "../ui/not-found.tsx";

/** The service enforces access; this only spares members an empty frame. */
export function AdminGuard() {
  const { data } = useQuery(queries.session);
  return data?.me?.role === "admin" ? <Outlet /> : <NotFound />;
}
