import type { Kysely } from "kysely";
import type { Accounts } from "../../accounts/accounts.ts";
import { noteAct } from "../../accounts/audit-log.ts";
import { addMember } from "../../accounts/members.ts";
import type { MemberRole } from "../../accounts/roles.ts";
import type { Clock } from "../../base/clock.ts";
import { sealing } from "../../base/sealing.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { AuthFailure } from "../auth-failure.ts";
import type { Browser } from "../browser.ts";
import { acceptDomain } from "./accept-domain.ts";
import { domainRecord, isDomainProved, mailDomain, type ResolveTxt, readDomain } from "./domain-proof.ts";
import { beginSignOn, discover, finishSignOn, type Handshake, type Vouched } from "./provider.ts";
import { sealedCookie } from "./sealed-cookie.ts";

export interface ProviderSettings {
  domain: string;
  issuer: string;
  client_id: string;
  /** Null keeps the stored one. */
  client_secret: string | null;
  /** Role of people who come for the first time. */
  role: Exclude<MemberRole, "owner">;
  /** Whether members other than owners must use it. */
  required: boolean;
}

interface SingleSignOnDeps {
  db: Kysely<Schema>;
  clock: Clock;
  secret: string;
  secureCookies: boolean;
  accounts: Pick<Accounts, "createAccount" | "findByEmail" | "findById">;
  /** Must refuse addresses inside the network. */
  fetch: typeof globalThis.fetch;
  resolveTxt: ResolveTxt;
  publicOrigin(): string;
}

/** A browser on its way to a provider. */
interface Begun {
  accountId: string;
  handshake: Handshake;
}

/** A person for whom an account's provider vouches. */
interface Proved {
  accountId: string;
  personId: string;
}

/** A person who existed before a provider vouched for them, and has not said yet that it may. */
interface Unlinked extends Proved {
  issuer: string;
  sub: string;
}

/** The page that providers send browsers back to. */
export const RETURN_PATH = "/sign-in/return";
const BEGUN_SECONDS = 600;
const LINK_SECONDS = 600;

const NO_PROVIDER = "No single sign-on is set up for this address. Sign in with your password.";
const NOT_BEGUN = "This sign-in was begun in another browser, or too long ago. Try again.";
const LINK_FIRST =
  "You have an account here already. Sign in with your password once, in this browser, and single sign-on works from then on.";
const NOT_FOUND_YET = "is not there yet. DNS changes can take an hour.";

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

/**
 * Sign-in through an account's own OpenID provider, for addresses of a domain that the account has proved it owns. A provider
 * can vouch for addresses of that domain alone, whatever it claims.
 */
export function createSingleSignOn(deps: SingleSignOnDeps) {
  const { db, clock, secret, accounts } = deps;
  const secrets = sealing(secret, "winnow single sign-on");
  const begun = sealedCookie<Begun>({ ...deps, name: "winnow.sign-on", seconds: BEGUN_SECONDS });
  const unlinked = sealedCookie<Unlinked>({ ...deps, name: "winnow.link", seconds: LINK_SECONDS });
  const redirectUri = () => deps.publicOrigin() + RETURN_PATH;

  const readRow = (accountId: string) =>
    db.selectFrom("sign_on_providers").where("account_id", "=", accountId).selectAll().executeTakeFirst();
  const readProvider = (row: Row<"sign_on_providers">) =>
    discover(
      { issuer: row.issuer, clientId: row.client_id, clientSecret: secrets.open(row.client_secret) },
      deps.fetch,
    );

  const describe = ({ account_id, domain, issuer, client_id, role, ...row }: Row<"sign_on_providers">) => ({
    domain,
    issuer,
    client_id,
    role,
    required: Boolean(row.required),
    proved: row.proved_domain !== null,
    record: domainRecord(secret, account_id, domain),
  });

  async function read(accountId: string) {
    const row = await readRow(accountId);
    return { provider: row ? describe(row) : null, redirect_uri: redirectUri() };
  }

  /** Sets the provider, after reading its description. With another domain or issuer, the domain must be proved again. */
  async function set(personId: string, accountId: string, given: ProviderSettings): Promise<void> {
    const domain = readDomain(given.domain);
    if (!domain) throw new AuthFailure(422, `${given.domain} is not a mail domain, such as example.com.`);
    const before = await readRow(accountId);
    const client_secret = given.client_secret === null ? before?.client_secret : secrets.seal(given.client_secret);
    if (client_secret === undefined) throw new AuthFailure(422, "The provider's client secret is missing.");
    const isSame = before?.domain === domain && before.issuer === given.issuer;
    const proved_domain = isSame ? before.proved_domain : null;
    if (given.required && proved_domain === null) {
      throw new AuthFailure(422, "Prove the domain before members must use single sign-on.");
    }
    const row = { ...given, domain, client_secret, proved_domain, required: given.required, set_by: personId };
    await readProvider({ ...row, account_id: accountId, created_at: 0 });
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("sign_on_providers")
        .values({ ...row, account_id: accountId, created_at: clock.now() })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
        .execute();
      if (!isSame) await endSessions(trx, accountId);
      const { issuer, role, required } = given;
      const entry = { at: clock.now(), who: personId, subject: accountId, after: { domain, issuer, role, required } };
      await noteAct(trx, { what: "single sign-on changed", ...entry });
    });
  }

  /** Looks for the domain's DNS record. */
  async function prove(personId: string, accountId: string): Promise<void> {
    const row = await readRow(accountId);
    if (!row) throw new AuthFailure(404, "Set up the provider first.");
    const record = domainRecord(secret, accountId, row.domain);
    if (!(await isDomainProved(record, deps.resolveTxt))) {
      throw new AuthFailure(422, `The TXT record ${record.name} with the value ${record.value} ${NOT_FOUND_YET}`);
    }
    await acceptDomain(db, { accountId, domain: row.domain, at: clock.now(), by: { person: personId } });
  }

  const remove = (personId: string, accountId: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await trx.deleteFrom("sign_on_providers").where("account_id", "=", accountId).execute();
      await endSessions(trx, accountId);
      await noteAct(trx, { what: "single sign-on removed", at: clock.now(), who: personId, subject: accountId });
    });

  /** The provider's page for an address, and the cookie that the browser brings back. */
  async function begin(email: string): Promise<{ url: string; cookie: string }> {
    const row = await db
      .selectFrom("sign_on_providers")
      .where("proved_domain", "=", mailDomain(email.trim()))
      .selectAll()
      .executeTakeFirst();
    if (!row) throw new AuthFailure(404, NO_PROVIDER);
    const { url, handshake } = await beginSignOn(await readProvider(row), redirectUri(), email.trim());
    return { url, cookie: begun.write({ accountId: row.account_id, handshake }) };
  }

  /**
   * The person who comes back from the provider. They become a member of its account. For somebody who exists already it
   * vouches only once they have said so with their password: `keep` gets the cookie that waits for it.
   */
  async function finish(
    query: string,
    browser: Browser,
    keep: (cookie: string) => void,
  ): Promise<Proved & { cookies: string[] }> {
    const pending = begun.read(browser.cookie);
    const row = pending && (await readRow(pending.accountId));
    if (!row || row.proved_domain === null) throw new AuthFailure(401, NOT_BEGUN);
    const returnedTo = new URL(`${redirectUri()}?${query}`);
    const { sub, email, name } = await finishSignOn(await readProvider(row), returnedTo, pending.handshake);
    if (mailDomain(email) !== row.proved_domain) {
      throw new AuthFailure(403, `Your provider knows you as ${email}, which is not in ${row.proved_domain}.`);
    }
    const { account_id: accountId, issuer } = row;
    const linked = await db
      .selectFrom("sign_on_links")
      .where("account_id", "=", accountId)
      .where("issuer", "=", issuer)
      .where("sub", "=", sub)
      .select("person_id")
      .executeTakeFirst();
    const known = linked ? await accounts.findById(linked.person_id) : await accounts.findByEmail(email);
    // Whoever owns their domain must not become the operator.
    if (known?.role === "admin")
      throw new AuthFailure(403, "Administrators of this service sign in with their password.");
    if (known && !linked) {
      keep(unlinked.write({ accountId, personId: known.id, issuer, sub }));
      throw new AuthFailure(403, LINK_FIRST, "password");
    }
    const personId = known?.id ?? (await create({ email, name }));
    await join({ accountId, personId, issuer, sub }, row.role);
    return { accountId, personId, cookies: [begun.clear()] };
  }

  /** The points of a trial are for people who sign up: a provider can name any number of addresses. */
  async function create({ email, name }: Omit<Vouched, "sub">): Promise<string> {
    const { id } = await accounts.createAccount({ email, name, points: 0 });
    await db.updateTable("people").set({ email_verified: true }).where("id", "=", id).execute();
    return id;
  }

  /** Makes a person a member, for whom the provider vouches from now on. */
  const join = ({ accountId, personId, issuer, sub }: Unlinked, role: MemberRole): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await addMember(trx, { accountId, personId, role, at: clock.now(), by: "single sign-on" });
      const link = { account_id: accountId, issuer, sub, person_id: personId, created_at: clock.now() };
      await trx
        .insertInto("sign_on_links")
        .values(link)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });

  /** Links a person who has just signed in with their password, if a provider sent them here before. */
  async function link(personId: string, browser: Browser): Promise<{ issuer: string; cookies: string[] } | null> {
    const waiting = unlinked.read(browser.cookie);
    const row = waiting?.personId === personId ? await readRow(waiting.accountId) : undefined;
    if (!waiting || row?.proved_domain == null || row.issuer !== waiting.issuer) return null;
    await join(waiting, row.role);
    return { issuer: row.issuer, cookies: [unlinked.clear()] };
  }

  /** Whether a member may act for the account after a password. An owner always may, so that a broken provider locks nobody out. */
  async function allowsPassword(accountId: string, role: MemberRole): Promise<boolean> {
    if (role === "owner") return true;
    const row = await readRow(accountId);
    return !row?.required || row.proved_domain === null;
  }

  return { read, set, prove, remove, begin, finish, link, allowsPassword };
}

const endSessions = (trx: Kysely<Schema>, accountId: string) =>
  trx.deleteFrom("sessions").where("vouched_by", "=", accountId).execute();
