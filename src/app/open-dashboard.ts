import { resolveTxt } from "node:dns/promises";
import { appendAudit } from "../accounts/audit-log.ts";
import { createDelegatedAccess } from "../accounts/delegated-access.ts";
import { createMembers } from "../accounts/members.ts";
import { Auth } from "../auth/auth.ts";
import type { Mailer, MailerLog } from "../auth/mailer.ts";
import { createOAuth } from "../auth/oauth/oauth.ts";
import type { PasswordCost } from "../auth/passwords.ts";
import type { ResolveTxt } from "../auth/single-sign-on/domain-proof.ts";
import { createSingleSignOn } from "../auth/single-sign-on/single-sign-on.ts";
import { builtFolder } from "../entry/dashboard/built-folder.ts";
import type { DashboardDependencies } from "../entry/dashboard/dependencies.ts";
import { dashboardEntryPoint } from "../entry/dashboard/entry-point.ts";
import { allowHosts } from "../extraction/egress/connector.ts";
import { fetchDocument } from "../extraction/egress/fetch-document.ts";
import { guardedFetch } from "../extraction/egress/guarded-fetch.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import { type Config, publicAddress } from "./config.ts";
import { readPrivateHosts } from "./source-settings.ts";

/** What is opened or read from the settings here. */
type Opened =
  | "tokens"
  | "auth"
  | "oauth"
  | "access"
  | "members"
  | "singleSignOn"
  | "outbox"
  | "builtFolder"
  | "adminSecondFactor"
  | "mapTiles"
  | "pictureSources";

type Given = Omit<DashboardDependencies, Opened> & {
  secret: string;
  mailer: Mailer;
  passwordCost?: PasswordCost | undefined;
  resolveTxt?: ResolveTxt | undefined;
};

/** The dashboard entry point, with sign-in and user accounts. */
export function openDashboard(
  { server, accounts: settings, sources }: Pick<Config, "server" | "accounts" | "sources">,
  log: MailerLog,
  { secret, ...parts }: Given,
) {
  const { accounts, store, metering, clock, mailer, welcome } = parts;
  const secureCookies = server.publicUrl.startsWith("https:");
  const tools = createEndingTools(store, clock, secret);
  const access = createDelegatedAccess({ store, clock, ...tools });
  const members = createMembers({ store, clock, ...tools });
  const auth = new Auth({
    store,
    mailer,
    clock,
    log,
    secret,
    publicOrigin: parts.publicOrigin,
    passwordCost: parts.passwordCost,
    secureCookies,
    stopAccess: access.stop,
    leaveAll: members.leaveAll,
    onConfirmed: async ({ id, email }) => {
      await welcome.give(id, email);
      if (email === settings.adminEmail.trim().toLowerCase()) await promote(parts, id);
    },
  });
  const oauth = createOAuth({ store, clock, accounts, secret, origin: parts.publicOrigin, fetchDocument });
  const singleSignOn = createSingleSignOn({
    db: store.db,
    clock,
    secret,
    accounts,
    publicOrigin: parts.publicOrigin,
    secureCookies,
    fetch: guardedFetch({ mayBePrivate: allowHosts(readPrivateHosts(sources)) }),
    resolveTxt: parts.resolveTxt ?? resolveTxt,
  });
  const { mapTiles: url, mapAttribution: attribution } = server;
  const mapTiles = url === "" ? null : { url, attribution };
  return dashboardEntryPoint({
    ...parts,
    members,
    singleSignOn,
    tokens: metering,
    auth,
    oauth,
    access,
    builtFolder,
    outbox: mailer.outbox,
    adminSecondFactor: settings.adminSecondFactor,
    mapTiles,
    pictureSources: [
      ...(server.pictures === "none" ? [] : server.pictures.split(" ")),
      ...(mapTiles ? [originOf(mapTiles.url)] : []),
      // Records name the pictures of stand-ins by this address, wherever the dashboard is opened.
      new URL(publicAddress(server)).origin,
    ],
  });
}

/** Makes an account admin after its owner confirmed the address in ADMIN_EMAIL. */
async function promote(
  { accounts, store, clock }: Pick<Given, "accounts" | "store" | "clock">,
  id: string,
): Promise<void> {
  const account = await accounts.findById(id);
  if (!account || account.role === "admin") return;
  await accounts.setRole(id, "admin");
  const change = { before: { role: account.role }, after: { role: "admin" } };
  await appendAudit(store.db, { at: clock.now(), who: "ADMIN_EMAIL", what: "role", subject: id, ...change });
}

/** The origin of tiles, whose address may name its server `{s}`. */
const originOf = (tiles: string): string => new URL(tiles.replaceAll("{s}", "*")).origin;
