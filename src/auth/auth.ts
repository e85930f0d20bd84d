import { APIError } from "better-auth/api";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import { ADDRESS_HEADER, createEngine, type Engine, type EngineParts } from "./engine.ts";
import { alreadySignedUpMail } from "./mails.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { isStandInAddress, RepeatedSignUps, standInAddress } from "./repeated-sign-ups.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";
import { type AuthDb, withAuthTables } from "./tables.ts";

export interface AuthParts extends EngineParts {
  clock: Clock;
}

/** Who calls: what better-auth needs of a request. */
export interface Caller {
  cookie: string | undefined;
  address: string;
  userAgent: string | undefined;
}

/** A person signed in, and the cookies that say so. */
export interface SignedIn {
  personId: string;
  cookies: string[];
}

export interface CurrentSession extends SignedIn {
  sessionId: string;
}

/** The dashboard's user made a mistake: `message` is for them. */
export class AuthFailure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = "AuthFailure";
    this.status = status;
  }
}

const WRONG = "The email or the password is not right.";

/** Accounts of people: sign-up, sign-in, mails and sessions, on better-auth. */
export class Auth {
  readonly #engine: Engine;
  readonly #db: AuthDb;
  readonly #parts: AuthParts;
  readonly #repeated: RepeatedSignUps;
  readonly throttle: SignInThrottle;

  constructor(parts: AuthParts) {
    this.#parts = parts;
    this.#engine = createEngine(parts);
    this.#db = withAuthTables(parts.store.db);
    this.#repeated = new RepeatedSignUps(this.#db);
    this.throttle = new SignInThrottle(this.#db, parts.clock);
  }

  async signUp(person: { name: string; email: string; password: string }, caller: Caller): Promise<SignedIn> {
    await this.throttle.count("sign-up by address", caller.address);
    const email = person.email.toLowerCase();
    const owner = await this.#db.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (owner) return this.#signUpAgain({ ...person, email }, caller);
    try {
      return await this.#create({ ...person, email }, caller);
    } catch (error) {
      // Somebody else took the address between the look and the write.
      if (error instanceof APIError && error.statusCode === 422) return this.#signUpAgain({ ...person, email }, caller);
      throw readable(error);
    }
  }

  async #create(body: { name: string; email: string; password: string }, caller: Caller): Promise<SignedIn> {
    const { headers, response } = await this.#engine.api.signUpEmail({
      body,
      headers: headersOf(caller, false),
      returnHeaders: true,
    });
    return { personId: response.user.id, cookies: headers.getSetCookie() };
  }

  async #signUpAgain(person: { name: string; email: string; password: string }, caller: Caller): Promise<SignedIn> {
    const signedIn = await this.#create({ ...person, email: standInAddress() }, caller).catch((error) => {
      throw readable(error);
    });
    await this.#repeated.add(signedIn.personId, person.email, this.#parts.clock.now());
    await this.#parts.mailer.send(alreadySignedUpMail(person.email, `${this.#parts.publicOrigin()}/sign-in`));
    return signedIn;
  }

  async signIn({ email, password }: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
    await this.throttle.count("sign-in by address", caller.address);
    await this.throttle.count("sign-in by account", email);
    const again = await this.#repeated.newestFor(email.toLowerCase());
    // Either way one check more is made, so that the time taken tells nothing.
    const isAgain = again ? await verifyPassword({ hash: again.password, password }) : await burn(password);
    try {
      const { headers, response } = await this.#engine.api.signInEmail({
        body: { email: isAgain && again ? again.email : email, password },
        headers: headersOf(caller, false),
        returnHeaders: true,
      });
      await this.throttle.forget("sign-in by account", email);
      return { personId: response.user.id, cookies: headers.getSetCookie() };
    } catch (error) {
      if (error instanceof APIError) throw new AuthFailure(401, WRONG);
      throw error;
    }
  }

  async signOut(caller: Caller): Promise<string[]> {
    const { headers } = await this.#engine.api.signOut({ headers: headersOf(caller), returnHeaders: true });
    return headers.getSetCookie();
  }

  /** The session that the cookie names, or null. */
  async session(caller: Caller): Promise<CurrentSession | null> {
    if (!caller.cookie) return null;
    const { headers, response } = await this.#engine.api.getSession({
      headers: headersOf(caller),
      returnHeaders: true,
    });
    if (!response) return null;
    return { personId: response.user.id, sessionId: response.session.id, cookies: headers.getSetCookie() };
  }

  /** The address a person signed up with, where it belongs to somebody else. */
  async shownEmail(person: { id: string; email: string }): Promise<string> {
    return isStandInAddress(person.email)
      ? ((await this.#repeated.addressOf(person.id)) ?? person.email)
      : person.email;
  }

  async verifyEmail(token: string, caller: Caller): Promise<string[]> {
    return this.#cookiesOf(() =>
      this.#engine.api.verifyEmail({ query: { token }, headers: headersOf(caller), returnHeaders: true }),
    );
  }

  async resendVerification(person: { id: string; email: string }, caller: Caller): Promise<void> {
    await this.throttle.count("mail by account", person.id);
    if (isStandInAddress(person.email)) {
      const to = await this.shownEmail(person);
      await this.#parts.mailer.send(alreadySignedUpMail(to, `${this.#parts.publicOrigin()}/sign-in`));
      return;
    }
    await this.#cookiesOf(() =>
      this.#engine.api.sendVerificationEmail({
        body: { email: person.email },
        headers: headersOf(caller),
        returnHeaders: true,
      }),
    );
  }

  /** Says nothing about whether the address has an account, nor about mails held back because there were many. */
  async forgotPassword(email: string, caller: Caller): Promise<void> {
    await this.throttle.count("reset by address", caller.address);
    const few = await this.throttle.count("mail by account", email).then(
      () => true,
      () => false,
    );
    if (few) await this.#engine.api.requestPasswordReset({ body: { email: email.toLowerCase() } });
  }

  async resetPassword(token: string, newPassword: string, caller: Caller): Promise<void> {
    await this.throttle.count("reset by address", caller.address);
    await this.#engine.api.resetPassword({ body: { token, newPassword } }).catch((error) => {
      throw readable(error);
    });
  }

  async changeEmail(personId: string, newEmail: string, caller: Caller): Promise<void> {
    await this.throttle.count("mail by account", personId);
    await this.#cookiesOf(() =>
      this.#engine.api.changeEmail({ body: { newEmail }, headers: headersOf(caller), returnHeaders: true }),
    );
  }

  /** Every other session ends; the cookies of the new one are returned. */
  async changePassword(
    personId: string,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    caller: Caller,
  ): Promise<string[]> {
    await this.throttle.count("password by account", personId);
    return this.#cookiesOf(() =>
      this.#engine.api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: headersOf(caller),
        returnHeaders: true,
      }),
    );
  }

  async changeName(name: string, caller: Caller): Promise<void> {
    await this.#cookiesOf(() =>
      this.#engine.api.updateUser({ body: { name }, headers: headersOf(caller), returnHeaders: true }),
    );
  }

  async deletePerson(personId: string, password: string, caller: Caller): Promise<string[]> {
    await this.throttle.count("password by account", personId);
    const cookies = await this.#cookiesOf(() =>
      this.#engine.api.deleteUser({ body: { password }, headers: headersOf(caller), returnHeaders: true }),
    );
    await this.#db.deleteFrom("credentials").where("user_id", "=", personId).execute();
    await this.#db.deleteFrom("repeated_sign_ups").where("person_id", "=", personId).execute();
    return cookies;
  }

  async sessions(personId: string) {
    return this.#db
      .selectFrom("sessions")
      .select(["id", "created_at", "updated_at", "expires_at", "ip_address", "user_agent"])
      .where("user_id", "=", personId)
      .where("expires_at", ">", new Date(this.#parts.clock.now()).toISOString())
      .orderBy(sql`created_at desc`)
      .execute();
  }

  /** Ends a session of this person's own; false where they have no such session. */
  async endSession(personId: string, sessionId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("sessions")
      .where("user_id", "=", personId)
      .where("id", "=", sessionId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async endOtherSessions(personId: string, keptId: string): Promise<void> {
    await this.#db.deleteFrom("sessions").where("user_id", "=", personId).where("id", "!=", keptId).execute();
  }

  async #cookiesOf(call: () => Promise<{ headers: Headers }>): Promise<string[]> {
    try {
      return (await call()).headers.getSetCookie();
    } catch (error) {
      throw readable(error);
    }
  }
}

function headersOf({ cookie, address, userAgent }: Caller, signedIn = true): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  if (signedIn && cookie) headers.set("cookie", cookie);
  if (userAgent) headers.set("user-agent", userAgent);
  return headers;
}

async function burn(password: string): Promise<false> {
  await hashPassword(password);
  return false;
}

/** better-auth's failures, as sentences of ours. */
function readable(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  const sentences: Record<string, string> = {
    INVALID_EMAIL: "This is not an email address.",
    PASSWORD_TOO_SHORT: "The password needs at least 8 characters.",
    PASSWORD_TOO_LONG: "The password may have at most 256 characters.",
    INVALID_PASSWORD: "The current password is not right.",
    INVALID_TOKEN: "This link is not valid any more. Ask for a new one.",
    TOKEN_EXPIRED: "This link has expired. Ask for a new one.",
    USER_NOT_FOUND: "This link is not valid any more. Ask for a new one.",
    INVALID_USER: "This link belongs to another account.",
    EMAIL_ALREADY_VERIFIED: "This address is confirmed already.",
  };
  const code = error.body?.code ?? "";
  return new AuthFailure(
    error.statusCode === 401 && code === "" ? 401 : 400,
    sentences[code] ?? "That is not possible.",
  );
}
