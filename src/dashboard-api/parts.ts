import type { Accounts } from "../accounts/accounts.ts";
import type { Plans } from "../accounts/plans.ts";
import type { Auth } from "../auth/auth.ts";
import type { Outbox } from "../auth/outbox.ts";
import type { Clock } from "../clock.ts";
import type { Engine } from "../extraction/types.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Service } from "../service/service.ts";
import type { Store } from "../store/open-store.ts";

export interface DashboardParts {
  service: Service;
  accounts: Accounts;
  metering: MeteringService;
  store: Store;
  plans: Plans;
  engine: Pick<Engine, "health">;
  auth: Auth;
  clock: Clock;
  /** The address that people open, such as `https://winnow.example`. */
  publicOrigin(): string;
  /** The mails that did not leave, where everybody who can reach the service may read them; else null. */
  outbox: Outbox | null;
  /** Where the built web app is. */
  siteFolder: string;
}
