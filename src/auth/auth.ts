import type { Kysely } from "kysely";
import { appendAudit } from "../accounts/audit-log.ts";
import { newPersonFields } from "../accounts/people.ts";
import type { Delegated } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { lazily } from "../base/lazily.ts";
import { networkOf } from "../base/network/addresses.ts";
import type { Schema } from "../store/schema.ts";
import { Addresses } from "./addresses.ts";
import { AuthFailure, isBetterAuthError, linkIsOver, readable } from "./auth-failure.ts";
import type { BetterAuth, BetterAuthParts } from "./better-auth.ts";
import { type Caller, headersOf } from "./caller.ts";
import { type Candidate, Credentials, standInAddress } from "./credentials.ts";
import { GrowingDelay } from "./growing-delay.ts";
import { deviceCookie, knownDevice } from "./known-device.ts";
import { MailLinks } from "./mail-links.ts";
import { mailWriter } from "./mail-orders.ts";
import { MailQueue } from "./mail-queue.ts";
import type { Mailer, MailerLog } from "./mailer.ts";
import { refuseWeakPassword } from "./password-rules.ts";
import { reviewLines } from "./review-lines.ts";
import { SecondFactor } from "./second-factor.ts";
import { Sessions } from "./sessions.ts";
import { SignInThrottle, TooManyAttempts } from "./sign-in-throttle.ts";

export interface AuthParts extends BetterAuthParts {
  clock: Clock;
  mailer: Mailer;
  log: MailerLog;
  /** The address that people open: where links in mails point, whatever a request's Host header says. */
  publicOrigin(): string;
  onConfirmed(person: { id: string; email: string }): Promise<void>;
  /** Stops what acts for an account by itself, and its keys where asked; returns what has become of it. */
  stopAccess(personId: string, which: { keys: boolean }): Promise<Delegated[]>;
}

/** A person signed in, and the cookies that say so. */
export interface SignedIn {
  personId: string;
  cookies: string[];
}

/** The password was right, and a code is asked for: the cookies say whose. */
export interface CodeAsked {
  personId: null;
  cookies: string[];
}

export interface CurrentSession extends SignedIn {
  sessionId: string;
  /** Whether the password was given of late. */
  recent: boolean;
}

interface NewPerson {
  name: string;
  email: string;
  password: string;
}

const PASSWORD_CHANGED = "The password of your account was changed";
const WRONG = "The email or the password is not right.";

/** Accounts of people: sign-up, sign-in, passwords and sessions, on better-auth. */
export class Auth {
  readonly #betterAuth: () => Promise<BetterAuth>;
  readonly #db: Kysely<Schema>;
  readonly #parts: AuthParts;
  readonly #credentials: Credentials;
  readonly #links: MailLinks;
  readonly #mails: MailQueue;
  readonly #delay: GrowingDelay;
  readonly addresses: Addresses;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
  readonly throttle: SignInThrottle;

  constructor(parts: AuthParts) {
    const { clock } = parts;
    this.#parts = parts;
    // A fifth of the program: it is loaded when the first person comes, not when the service starts.
    this.#betterAuth = lazily(async () => (await import("./better-auth.ts")).createBetterAuth(parts));
    this.#db = parts.store.db;
    this.#credentials = new Credentials(this.#db, parts.passwordCost);
    this.#links = new MailLinks(this.#db, clock);
    this.#delay = new GrowingDelay(this.#db, clock);
    this.throttle = new SignInThrottle(this.#db, clock);
    const write = mailWriter({ db: this.#db, links: this.#links, publicOrigin: parts.publicOrigin });
    this.#mails = new MailQueue({ ...parts, db: this.#db, throttle: this.throttle, write });
    this.sessions = new Sessions(this.#db, clock);
    this.addresses = new Addresses({ ...parts, db: this.#db, links: this.#links, mails: this.#mails });
    this.secondFactor = new SecondFactor({
      betterAuth: this.#betterAuth,
      throttle: this.throttle,
      db: this.#db,
      clock,
    });
  }

  async signUp({ name, email, password }: NewPerson, caller: Caller): Promise<SignedIn> {
    await this.throttle.count("sign-up by network", networkOf(caller.address));
    const address = email.toLowerCase();
    await refuseWeakPassword(password, [address, name]);
    const { api } = await this.#betterAuth();
    const { headers, response } = await api
      .signUpEmail({
        body: { name, email: standInAddress(), password },
        headers: headersOf(caller, false),
        returnHeaders: true,
      })
      .catch((error) => {
        throw readable(error);
      });
    const { id } = response.user;
    const { login } = newPersonFields(address);
    await this.#db.updateTable("people").set({ unconfirmed_email: address, login }).where("id", "=", id).execute();
    await this.addresses.askToConfirm(id, address);
    await this.#note("sign-up", id, caller);
    return { personId: id, cookies: [...headers.getSetCookie(), this.#deviceCookie(id)] };
  }

  async signIn(
    { email, password }: { email: string; password: string },
    caller: Caller,
  ): Promise<SignedIn | CodeAsked> {
    const address = email.trim().toLowerCase();
    const { owner, unconfirmed } = await this.#credentials.candidates(address);
    const forgive = await this.#letTry(address, owner, caller);
    // As many checks are made whoever there is, so that the time taken tells nothing.
    const candidates = [owner, ...unconfirmed];
    const matches = await Promise.all(candidates.map((one) => this.#credentials.matches(one, password)));
    const person = candidates.find((_, at) => matches[at]);
    if (!person) {
      const aimedAt = candidates.find((one) => one !== null);
      await this.#note("sign-in failed", aimedAt?.id ?? "unknown address", caller);
      throw new AuthFailure(401, WRONG);
    }
    // A second account under the same address must not buy its maker more guesses at the first.
    if (person === owner) await forgive();
    return this.#enter(person, password, caller);
  }

  async #enter({ id, email }: Pick<Candidate, "id" | "email">, password: string, caller: Caller) {
    const { api } = await this.#betterAuth();
    const { headers, response } = await api
      .signInEmail({ body: { email, password }, headers: headersOf(caller, false), returnHeaders: true })
      .catch((error) => {
        throw isBetterAuthError(error) ? new AuthFailure(401, WRONG) : error;
      });
    const cookies = [...headers.getSetCookie(), this.#deviceCookie(id)];
    if (!("user" in response)) return { personId: null, cookies };
    await this.#note("sign-in", id, caller);
    return { personId: id, cookies };
  }

  /** The code that a sign-in with the right password has asked for. */
  async enterCode(code: string, caller: Caller): Promise<SignedIn> {
    const entered = await this.secondFactor.check(code, caller);
    await this.#note("sign-in", entered.personId, caller);
    return entered;
  }

  /** Counts an attempt where it comes from and where it aims; what comes back forgives it. */
  async #letTry(address: string, owner: Candidate | null, caller: Caller): Promise<() => Promise<void>> {
    const network = networkOf(caller.address);
    const device = await this.#deviceOf(owner, network, caller);
    const who = device ? ["device", device] : ["sign-in", address, network];
    if (!device) {
      await this.throttle.count("sign-in by network", network);
      await this.throttle.count("sign-in by account", address);
    }
    await this.#delay.begin(...who);
    return () => this.#delay.forgive(...who);
  }

  /** The browser, where the account knows it and its network has not signed in too often: a right password costs, too. */
  async #deviceOf(owner: Candidate | null, network: string, { cookie }: Caller): Promise<string | null> {
    const device = owner && knownDevice(this.#parts.secret, cookie, owner.id);
    if (!device) return null;
    return this.throttle.count("known sign-in by network", network).then(
      () => device,
      (error) => {
        if (error instanceof TooManyAttempts) return null;
        throw error;
      },
    );
  }

  async signOut(caller: Caller): Promise<string[]> {
    const { api } = await this.#betterAuth();
    const { headers } = await api.signOut({ headers: headersOf(caller), returnHeaders: true });
    return headers.getSetCookie();
  }

  /** The session that the cookie names, or null. */
  async session(caller: Caller): Promise<CurrentSession | null> {
    if (!caller.cookie) return null;
    const { api } = await this.#betterAuth();
    const { headers, response } = await api.getSession({
      headers: headersOf(caller),
      returnHeaders: true,
    });
    if (!response) return null;
    const { id: sessionId } = response.session;
    const { over, recent } = await this.sessions.ageOf(sessionId);
    if (over) {
      await this.sessions.end(response.user.id, sessionId);
      return null;
    }
    return { personId: response.user.id, sessionId, cookies: headers.getSetCookie(), recent };
  }

  /** The password once more, in a session that goes on. */
  async confirmSession(session: { personId: string; sessionId: string }, password: string): Promise<void> {
    await this.throttle.count("password by account", session.personId);
    if (!(await this.#credentials.passwordIs(session.personId, password))) {
      throw new AuthFailure(400, "The password is not right.");
    }
    await this.sessions.confirm(session.sessionId);
  }

  /**
   * Opens a link that was mailed. It works together with the session or the password of the account that asked for
   * it: whoever signed up with somebody else's address does not have it confirmed by its owner.
   */
  async openLink(
    token: string,
    { personId, password }: { personId: string | null; password: string | null },
    caller: Caller,
  ): Promise<"done" | "needs_password"> {
    await this.throttle.count("link by network", networkOf(caller.address));
    const link = await this.#links.find(token);
    if (!link || link.kind === "reset") throw linkIsOver();
    if (personId !== link.person_id) {
      if (password === null) return "needs_password";
      await this.throttle.count("password by account", link.person_id);
      if (!(await this.#credentials.passwordIs(link.person_id, password))) {
        throw new AuthFailure(400, "The password is not right.");
      }
    }
    await this.addresses.open(link);
    await this.#note(`${link.kind} address`, link.person_id, caller);
    return "done";
  }

  /** Says nothing about whether the address has an account, nor about mails held back because there were many. */
  async forgotPassword(email: string, caller: Caller): Promise<void> {
    await this.throttle.count("link by network", networkOf(caller.address));
    await this.addresses.offerReset(email.toLowerCase());
  }

  /** Whether a link still leads to a new password: so that nobody thinks of one for nothing. */
  async canReset(token: string, caller: Caller): Promise<boolean> {
    await this.throttle.count("link by network", networkOf(caller.address));
    const link = await this.#links.find(token);
    return link?.kind === "reset" || link?.kind === "confirm";
  }

  /**
   * A new password for whoever reads the mails of an address. Somebody else may have had the account: every session
   * ends, and what acts by itself stops until its owner resumes it. Where the address was not confirmed before, somebody
   * else may have signed up with it: their keys and their second factor go, too. Returns what was stopped, for the owner
   * to review; nothing where a second factor has yet to be shown.
   */
  async resetPassword(
    token: string,
    password: string,
    { revokeKeys }: { revokeKeys: boolean },
    caller: Caller,
  ): Promise<Delegated[]> {
    await this.throttle.count("link by network", networkOf(caller.address));
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
    const delegated = await this.#parts.stopAccess(id, { keys: revokeKeys || !email_verified });
    if (!email_verified) {
      await this.#credentials.dropSecondFactor(id);
      await this.addresses.give(link);
    }
    await this.#note("password reset", id, caller);
    await this.addresses.tell(id, [PASSWORD_CHANGED, ...reviewLines(delegated)].join("\n"));
    return email_verified && two_factor_enabled ? [] : delegated;
  }

  /** Every other session ends; the cookies of the new one are returned. */
  async changePassword(
    personId: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    caller: Caller,
  ): Promise<string[]> {
    await this.throttle.count("password by account", personId);
    await refuseWeakPassword(newPassword);
    const cookies = await this.#cookiesOf((api) =>
      api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: headersOf(caller),
        returnHeaders: true,
      }),
    );
    await this.#note("password changed", personId, caller);
    await this.addresses.tell(personId, PASSWORD_CHANGED);
    return cookies;
  }

  async changeName(name: string, caller: Caller): Promise<void> {
    await this.#cookiesOf((api) => api.updateUser({ body: { name }, headers: headersOf(caller), returnHeaders: true }));
  }

  async deletePerson(personId: string, password: string, caller: Caller): Promise<string[]> {
    await this.throttle.count("password by account", personId);
    const cookies = await this.#cookiesOf((api) =>
      api.deleteUser({ body: { password }, headers: headersOf(caller), returnHeaders: true }),
    );
    await this.#credentials.dropAll(personId);
    await this.#links.dropAllOf(personId);
    await this.#mails.dropAllOf(personId);
    await this.#note("account deleted", personId, caller);
    return cookies;
  }

  /** Resolves when every mail that is due has been sent, or tried. */
  mailsSent(): Promise<void> {
    return this.#mails.sent();
  }

  /** Mails that have not been sent wait for the next start. */
  close(): Promise<void> {
    return this.#mails.close();
  }

  #deviceCookie(personId: string): string {
    return deviceCookie(this.#parts.secret, personId, this.#parts.secureCookies);
  }

  #note(what: string, subject: string, { address, userAgent }: Caller): Promise<void> {
    const after = { network: networkOf(address), user_agent: userAgent?.slice(0, 200) ?? null };
    const who = what === "sign-in failed" ? "somebody" : subject;
    return appendAudit(this.#parts.store.db, { at: this.#parts.clock.now(), who, what, subject, before: null, after });
  }

  async #cookiesOf(call: (api: BetterAuth["api"]) => Promise<{ headers: Headers }>): Promise<string[]> {
    const { api } = await this.#betterAuth();
    try {
      return (await call(api)).headers.getSetCookie();
    } catch (error) {
      throw readable(error);
    }
  }
}
