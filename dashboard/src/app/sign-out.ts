import type { AnyRouter } from "@tanstack/react-router";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";

export async function signOut(router: AnyRouter): Promise<void> {
  await api.post("/sign-out");
  queryClient.clear();
  await router.navigate({ to: "/sign-in" });
}
