import { siteFolder } from "../scripts/build-dashboard.ts";
import { Auth } from "./auth/auth.ts";
import { createMailer, type MailerLog } from "./auth/mailer.ts";
import { authSecret } from "./auth/secret.ts";
import type { Config } from "./config.ts";
import { dashboardEntryPoint } from "./dashboard-api/entry-point.ts";
import type { DashboardParts } from "./dashboard-api/parts.ts";

type Given = Omit<DashboardParts, "auth" | "outbox" | "siteFolder">;

/** The dashboard as an entry point, with the accounts of people behind it. */
export function openDashboard(config: Config, log: MailerLog, parts: Given) {
  const mailer = createMailer(config, log, parts.clock);
  const auth = new Auth({
    store: parts.store,
    mailer,
    clock: parts.clock,
    secret: authSecret(config),
    publicOrigin: parts.publicOrigin,
    secureCookies: config.publicUrl.startsWith("https:"),
    onVerified: async ({ id, email }) => {
      if (email === config.adminEmail.toLowerCase()) await parts.accounts.setRole(id, "admin");
    },
  });
  return dashboardEntryPoint({ ...parts, auth, outbox: isOwnMachine(config) ? mailer.outbox : null, siteFolder });
}

/** Whether only people at this machine can open the dashboard: then they may read mails that did not leave. */
function isOwnMachine({ host, publicUrl }: Config): boolean {
  const hostOf = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : host;
  return [host, hostOf].every((name) => ["127.0.0.1", "localhost", "::1", "[::1]"].includes(name));
}
