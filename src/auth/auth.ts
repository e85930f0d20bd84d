import type { Kysely } from "kysely";
import { newAccountFields } from "../accounts/account-row.ts";
import { noteAct } from "../accounts/audit-log.ts";
import type { Delegated } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { lazily } from "../base/lazily.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import { forgetAccount } from "../store/forget-account.ts";
import type { OwnersAct } from "../store/owners-acts.ts";
import type { Schema } from "../store/schema.ts";
import { type Addresses, createAddresses } from "./addresses.ts";
import { AuthFailure, isBetterAuthError, linkIsOver, throwReadable } from "./auth-failure.ts";
import type { BetterAuth, BetterAuthDeps } from "./better-auth.ts";
import { type Browser, browserHeaders, PERSON_HEADER } from "./browser.ts";
import { type Candidate, type Credentials, createCredentials, standInAddress } from "./credentials.ts";
import { createGrowingDelay, type GrowingDelay } from "./growing-delay.ts";
import { createInvitations, type Invitations } from "./invitations.ts";
import { deviceCookie, knownDevice } from "./known-device.ts";
import { createMailLinks, type MailLink, type MailLinks } from "./mail-links.ts";
import { mailWriter } from "./mail-orders.ts";
import { createMailQueue, type MailQueue } from "./mail-queue.ts";
import type { Mailer, MailerLog } from "./mailer.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { reviewLines } from "./review-lines.ts";
import { createSecondFactor, type SecondFactor } from "./second-factor.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignInThrottle, type SignInThrottle, TooManyAttempts } from "./sign-in-throttle.ts";
import type { CodeAsked, CurrentSession, SignedIn } from "./signed-in.ts";
import { type SealedCookie, sealedCookie } from "./single-sign-on/sealed-cookie.ts";

export interface AuthDeps extends BetterAuthDeps {
  clock: Clock;
  mailer: Mailer;
  log: MailerLog;
  /** The public address, which links in mails use, whatever a request's Host header says. */
  publicOrigin(): string;
  onConfirmed(account: { id: string; email: string }): Promise<void>;
  /** Stops everything that acts for an account by itself, and on request its keys; returns each item's new state. */
  stopAccess(accountId: string, which: { keys: boolean }): Promise<Delegated[]>;
  /** Ends the person's memberships, before they are deleted. */
  leaveAll(personId: string): Promise<void>;
}

interface NewUser {
  name: string;
  email: string;
  password: string;
}

/** A sign-in that waits for the code of the second factor, and what its first step was. */
type Entering = { personId: string } & Pick<CurrentSession, "vouchedBy">;
const ENTERING_SECONDS = 600;
const PASSWORD_CHANGED = "The password of your account was changed";
const WRONG = "Wrong email or password.";

/** User accounts on better-auth: sign-up, sign-in, passwords and sessions. */
export class Auth {
  readonly #betterAuth: () => Promise<BetterAuth>;
  readonly #db: Kysely<Schema>;
  readonly #deps: AuthDeps;
  readonly #credentials: Credentials;
  readonly #links: MailLinks;
  readonly #mails: MailQueue;
  readonly #delay: GrowingDelay;
  readonly #entering: SealedCookie<Entering>;
  readonly addresses: Addresses;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly secondFactor: SecondFactor;
  readonly throttle: SignInThrottle;

  constructor(deps: AuthDeps) {
    const { clock } = deps;
    this.#deps = deps;
    // better-auth is a fifth of the program, so it loads with the first user, not at the start.
    this.#betterAuth = lazily(async () => (await import("./better-auth.ts")).createBetterAuth(deps));
    this.#db = deps.store.db;
    this.#credentials = createCredentials({ db: this.#db, secret: deps.secret, cost: deps.passwordCost });
    this.#links = createMailLinks(this.#db, clock);
    this.#delay = createGrowingDelay(this.#db, clock);
    this.#entering = sealedCookie({ ...deps, name: "winnow.entering", seconds: ENTERING_SECONDS });
    this.throttle = createSignInThrottle(this.#db, clock);
    const write = mailWriter({ db: this.#db, links: this.#links, publicOrigin: deps.publicOrigin });
    this.#mails = createMailQueue({ ...deps, db: this.#db, throttle: this.throttle, write });
    this.sessions = createSessions(this.#db, clock);
    this.addresses = createAddresses({ ...deps, db: this.#db, links: this.#links, mails: this.#mails });
    this.invitations = createInvitations({ db: this.#db, clock, mails: this.#mails, addresses: this.addresses });
    this.secondFactor = createSecondFactor({ ...deps, betterAuth: this.#betterAuth, throttle: this.throttle });
  }

  async signUp({ name, email, password }: NewUser, browser: Browser): Promise<SignedIn> {
    await this.throttle.count("sign-up by network", addressNetwork(browser.address));
    const address = email.toLowerCase();
    await refuseWeakPassword(password, [address, name]);
    const { api } = await this.#betterAuth();
    const { headers, response } = await api
      .signUpEmail({
        body: { name, email: standInAddress(), password },
        headers: browserHeaders(browser, false),
        returnHeaders: true,
      })
      .catch(throwReadable);
    const { id } = response.user;
    const { login } = newAccountFields(address);
    await this.#db.updateTable("people").set({ unconfirmed_email: address, login }).where("id", "=", id).execute();
    await this.#credentials.rekey(id, password);
    await this.addresses.askToConfirm(id, address);
    await this.#note("sign-up", id, browser);
    return { accountId: id, cookies: [...headers.getSetCookie(), this.#deviceCookie(id)] };
  }

  async signIn(
    { email, password }: { email: string; password: string },
    browser: Browser,
  ): Promise<SignedIn | CodeAsked> {
    const address = email.trim().toLowerCase();
    const owner = await this.#credentials.owner(address);
    const forgive = await this.#letTry(address, owner, browser);
    // Always runs both checks, so that the time taken reveals nothing.
    const [isOwner, unconfirmed] = await Promise.all([
      this.#credentials.matches(owner, password),
      this.#credentials.unconfirmedWith(address, password),
    ]);
    const account = isOwner ? owner : unconfirmed;
    if (!account) {
      const target = await this.#credentials.aimedAt(address);
      await this.#note("sign-in failed", target ?? "unknown address", browser);
      throw new AuthFailure(401, WRONG);
    }
    // A second account with the same address must not give its creator more guesses at the first.
    if (account === owner) await forgive();
    return this.#enter(account, password, browser);
  }

  async #enter({ id, email }: Pick<Candidate, "id" | "email">, password: string, browser: Browser) {
    const { api } = await this.#betterAuth();
    const { headers, response } = await api
      .signInEmail({ body: { email, password }, headers: browserHeaders(browser, false), returnHeaders: true })
      .catch((error) => {
        throw isBetterAuthError(error) ? new AuthFailure(401, WRONG) : error;
      });
    return this.#entered({ personId: id, vouchedBy: null }, headers, !("user" in response), browser);
  }

  /** Signs in a person for whom an account's provider vouches. A second factor is required as after a password. */
  async enterVouched(
    { personId, accountId }: { personId: string; accountId: string },
    browser: Browser,
  ): Promise<SignedIn | CodeAsked> {
    const { api } = await this.#betterAuth();
    const asked = browserHeaders(browser, false);
    asked.set(PERSON_HEADER, personId);
    const { headers, response } = await api.signInVouched({ headers: asked, returnHeaders: true });
    const hasSession = "sessionId" in response;
    if (hasSession) await this.sessions.vouch(response.sessionId, accountId);
    return this.#entered({ personId, vouchedBy: accountId }, headers, !hasSession, browser);
  }

  async #entered(by: Entering, headers: Headers, codeAsked: boolean, browser: Browser): Promise<SignedIn | CodeAsked> {
    const cookies = [...headers.getSetCookie(), this.#deviceCookie(by.personId)];
    if (codeAsked) return { accountId: null, cookies: [...cookies, this.#entering.write(by)] };
    await this.#note("sign-in", by.personId, browser);
    return { accountId: by.personId, cookies };
  }

  /** Completes a sign-in with the second-factor code. The session is worth what its first step was worth. */
  async enterCode(code: string, browser: Browser): Promise<SignedIn & Pick<CurrentSession, "vouchedBy">> {
    const { sessionId, ...entered } = await this.secondFactor.check(code, browser);
    const begun = this.#entering.read(browser.cookie);
    if (begun?.personId !== entered.accountId) {
      await this.sessions.end(entered.accountId, sessionId);
      throw new AuthFailure(400, "The code has expired. Please sign in again.");
    }
    const { vouchedBy } = begun;
    if (vouchedBy !== null) await this.sessions.vouch(sessionId, vouchedBy);
    await this.#note("sign-in", entered.accountId, browser);
    return { ...entered, vouchedBy, cookies: [...entered.cookies, this.#entering.clear()] };
  }

  /** Counts an attempt for its network and its target; returns a function that forgives it. */
  async #letTry(address: string, owner: Candidate | null, browser: Browser): Promise<() => Promise<void>> {
    const network = addressNetwork(browser.address);
    const device = await this.#deviceOf(owner, network, browser);
    const who = device ? ["device", device] : ["sign-in", address, network];
    if (!device) {
      await this.throttle.count("sign-in by network", network);
      await this.throttle.count("sign-in by account", address);
    }
    await this.#delay.begin(...who);
    return () => this.#delay.forgive(...who);
  }

  /** The browser, if the account knows it and its network has not signed in too often: even right passwords are limited. */
  async #deviceOf(owner: Candidate | null, network: string, { cookie }: Browser): Promise<string | null> {
    const device = owner && knownDevice(this.#deps.secret, cookie, owner.id);
    if (!device) return null;
    return this.throttle.count("known sign-in by network", network).then(
      () => device,
      (error) => {
        if (error instanceof TooManyAttempts) return null;
        throw error;
      },
    );
  }

  async signOut(browser: Browser): Promise<string[]> {
    const { api } = await this.#betterAuth();
    const { headers } = await api.signOut({ headers: browserHeaders(browser), returnHeaders: true });
    return headers.getSetCookie();
  }

  /** The cookie's session, or null. */
  async session(browser: Browser): Promise<CurrentSession | null> {
    if (!browser.cookie) return null;
    const { api } = await this.#betterAuth();
    const { headers, response } = await api.getSession({
      headers: browserHeaders(browser),
      returnHeaders: true,
    });
    if (!response) return null;
    const { id: sessionId } = response.session;
    const { over, ...standing } = await this.sessions.standing(sessionId);
    if (over) {
      await this.sessions.end(response.user.id, sessionId);
      return null;
    }
    return { accountId: response.user.id, sessionId, cookies: headers.getSetCookie(), ...standing };
  }

  /** Re-enters the password in an existing session. */
  async confirmSession(session: { accountId: string; sessionId: string }, password: string): Promise<void> {
    await this.requirePassword(session.accountId, password);
    await this.sessions.confirm(session.sessionId);
  }

  /**
   * Opens a mailed link. It also requires the session or the password of the account that it is for, so that nobody who
   * signed up with someone else's address gets it confirmed by the owner. The link of any sign-up confirms the address for
   * the one that its reader has: others' sign-ups cannot keep a mail from the owner.
   */
  async openLink(
    token: string,
    { accountId, password }: { accountId: string | null; password: string | null },
    browser: Browser,
  ): Promise<"done" | "needs_password"> {
    await this.throttle.count("link by network", addressNetwork(browser.address));
    const link = await this.#links.find(token);
    if (!link || link.kind === "reset") throw linkIsOver();
    const person_id = await this.#readerOf(link, { accountId, password });
    if (person_id === null) return "needs_password";
    await this.addresses.open({ ...link, person_id });
    await this.#note(`${link.kind} address`, person_id, browser);
    return "done";
  }

  /** The account of whoever opens a link, by their session or password; null if the password is needed. */
  async #readerOf(
    { kind, person_id, email }: MailLink,
    { accountId, password }: { accountId: string | null; password: string | null },
  ): Promise<string | null> {
    if (accountId === person_id) return person_id;
    if (kind === "confirm" && accountId !== null && (await this.addresses.isAskedBy(accountId, email)))
      return accountId;
    if (password === null) return null;
    const own = kind === "confirm" ? await this.#credentials.unconfirmedWith(email, password) : null;
    if (own) return own.id;
    await this.requirePassword(person_id, password);
    return person_id;
  }

  /** Reveals neither whether the address has an account, nor whether mails were throttled. */
  async forgotPassword(email: string, browser: Browser): Promise<void> {
    await this.throttle.count("link by network", addressNetwork(browser.address));
    await this.addresses.offerReset(email.toLowerCase());
  }

  /** Whether a reset link is still valid, so that nobody thinks up a password in vain. */
  async canReset(token: string, browser: Browser): Promise<boolean> {
    await this.throttle.count("link by network", addressNetwork(browser.address));
    const link = await this.#links.find(token);
    return link?.kind === "reset" || link?.kind === "confirm";
  }

  /**
   * Sets a new password for whoever reads an address's mail. Someone else may have used the account, so every session ends,
   * and everything that acts by itself stops until the owner resumes it. If the address was unconfirmed, someone else may
   * have signed up with it, so their keys and their second factor are removed too. Returns what was stopped, for the owner
   * to review; nothing if a second factor is still required.
   */
  async resetPassword(
    token: string,
    password: string,
    { revokeKeys }: { revokeKeys: boolean },
    browser: Browser,
  ): Promise<Delegated[]> {
    await this.throttle.count("link by network", addressNetwork(browser.address));
    const link = await this.#links.find(token);
    if (!link || (link.kind !== "reset" && link.kind !== "confirm")) throw linkIsOver();
    await refuseWeakPassword(password, [link.email]);
    if (!(await this.#links.use(link))) throw linkIsOver();
    const { person_id: id } = link;
    const { email_verified, two_factor_enabled } = await this.#db
      .selectFrom("people")
      .select(["email_verified", "two_factor_enabled"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(linkIsOver);
    await this.#credentials.setPassword(id, password);
    await this.sessions.endAll(id);
    await this.#links.dropAllOf(id);
    await this.#mails.dropAllOf(id);
    const delegated = await this.#deps.stopAccess(id, { keys: revokeKeys || !email_verified });
    if (!email_verified) {
      await this.#credentials.dropSecondFactor(id);
      await this.addresses.give(link);
    }
    await this.#note("password reset", id, browser);
    await this.addresses.tell(id, [PASSWORD_CHANGED, ...reviewLines(delegated)].join("\n"));
    return email_verified && two_factor_enabled ? [] : delegated;
  }

  /** Ends every other session; returns the new session's cookies. */
  async changePassword(
    accountId: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    browser: Browser,
  ): Promise<string[]> {
    await this.throttle.count("password by account", accountId);
    await refuseWeakPassword(newPassword);
    const cookies = await this.#cookiesOf((api) =>
      api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: browserHeaders(browser),
        returnHeaders: true,
      }),
    );
    await this.#credentials.rekey(accountId, newPassword);
    await this.#note("password changed", accountId, browser);
    await this.addresses.tell(accountId, PASSWORD_CHANGED);
    return cookies;
  }

  async changeName(name: string, browser: Browser): Promise<void> {
    await this.#cookiesOf((api) =>
      api.updateUser({ body: { name }, headers: browserHeaders(browser), returnHeaders: true }),
    );
  }

  /** Forgets a person and the personal account in one transaction: all of it is gone, or nothing. */
  async deleteAccount(accountId: string, password: string, browser: Browser): Promise<string[]> {
    await this.requirePassword(accountId, password);
    await this.#deps.leaveAll(accountId);
    const { store, clock } = this.#deps;
    const at = clock.now();
    await store.longRunning.transaction().execute(async (trx) => {
      await noteAct(trx, { what: "account deleted", at, who: accountId, subject: accountId });
      await forgetAccount(trx, { accountId, at });
    });
    return this.signOut(browser);
  }

  /** Resolves when every due mail has been sent or tried. */
  mailsSent(): Promise<void> {
    return this.#mails.sent();
  }

  /** Unsent mails wait for the next start. */
  close(): Promise<void> {
    return this.#mails.close();
  }

  /** Re-enters the password before something that cannot be undone. */
  async requirePassword(accountId: string, password: string): Promise<void> {
    await this.throttle.count("password by account", accountId);
    if (await this.#credentials.passwordIs(accountId, password)) return;
    throw new AuthFailure(400, "Wrong password.");
  }

  #deviceCookie(accountId: string): string {
    return deviceCookie(this.#deps.secret, accountId, this.#deps.secureCookies);
  }

  #note(what: OwnersAct, subject: string, { address, userAgent }: Browser): Promise<void> {
    const after = { network: addressNetwork(address), user_agent: userAgent?.slice(0, 200) ?? null };
    const who = what === "sign-in failed" ? "somebody" : subject;
    return noteAct(this.#db, { what, at: this.#deps.clock.now(), who, subject, after });
  }

  async #cookiesOf(call: (api: BetterAuth["api"]) => Promise<{ headers: Headers }>): Promise<string[]> {
    const { api } = await this.#betterAuth();
    const { headers } = await call(api).catch(throwReadable);
    return headers.getSetCookie();
  }
}
