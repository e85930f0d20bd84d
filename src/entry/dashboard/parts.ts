import type { Accounts } from "../../accounts/accounts.ts";
import type { Plans } from "../../accounts/plans.ts";
import type { StandingAccess } from "../../accounts/standing-access.ts";
import type { WelcomePoints } from "../../accounts/welcome-points.ts";
import type { Auth } from "../../auth/auth.ts";
import type { OAuth } from "../../auth/oauth/oauth.ts";
import type { Outbox } from "../../auth/outbox.ts";
import type { Clock } from "../../base/clock.ts";
import type { RobotsReport } from "../../extraction/robots-report.ts";
import type { Engine } from "../../extraction/types.ts";
import type { Health } from "../../health/health.ts";
import type { MeteringService } from "../../metering/metering.ts";
import type { BatchesApi, JobsApi } from "../../service/jobs-api.ts";
import type { SchedulesApi } from "../../service/schedules-api.ts";
import type { Service } from "../../service/service.ts";
import type { WebhooksApi } from "../../service/webhooks-api.ts";
import type { Store } from "../../store/open-store.ts";

export interface DashboardParts {
  service: Service;
  accounts: Accounts;
  metering: MeteringService;
  store: Store;
  plans: Plans;
  engine: Pick<Engine, "health">;
  robots: Pick<RobotsReport, "of">;
  health: Health;
  auth: Auth;
  oauth: OAuth;
  clock: Clock;
  jobs: { jobs: JobsApi; batches: BatchesApi; schedules: SchedulesApi; webhooks: WebhooksApi };
  /** The address that people open, such as `https://winnow.example`. */
  publicOrigin(): string;
  /** The mails that did not leave; null where they do. */
  outbox: Outbox | null;
  /** What opens those mails. */
  operatorToken: string;
  welcome: WelcomePoints;
  access: StandingAccess;
  /** Where no mail can be sent and nobody else comes in, an address counts as confirmed for the plan's points. */
  welcomeAtOnce: boolean;
  /** Whether administrators need a second factor. */
  adminSecondFactor: boolean;
  /** Whether a source is served by its stand-in: pickers of its values are free. */
  isStandIn(source: string): boolean;
  /** Where the built web app is; the files of browsers are in its folder `site`. */
  builtFolder: string;
}
