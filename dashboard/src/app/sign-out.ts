import type { AnyRouter } from "@tanstack/react-router";
import { forgetAccount } from "../api/acting-account.ts";
import { api } from "../api/call.ts";
import { queryClient } from "../api/queries.ts";

export async function signOut(router: AnyRouter): Promise<void> {
  await api.post("/sign-out");
  forgetAccount();
  queryClient.clear();
  await router.navigate({ to: "/sign-in" });
}
