import { createMembers } from "../accounts/members.ts";
import type { Clock } from "../base/clock.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import type { Store } from "../store/open-store.ts";
import type { Config } from "./config.ts";
import { serviceSecret } from "./service-secret.ts";

/** Members of accounts, for the command line. */
export const openMembers = (config: Config, { store, clock }: { store: Store; clock: Clock }) =>
  createMembers({ store, clock, ...createEndingTools(store, clock, serviceSecret(config)) });
