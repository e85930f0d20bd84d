import { randomUUID } from "node:crypto";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins";
import { addPersonalAccount, newAccountFields } from "../accounts/account-row.ts";
import type { Store } from "../store/open-store.ts";
import { ADDRESS_HEADER, PERSON_HEADER } from "./browser.ts";
import { type AdapterMaker, withHashedSessions } from "./hashed-sessions.ts";
import { SHORTEST_PASSWORD } from "./password-rules.ts";
import { hashPassword, type PasswordCost, verifyPassword } from "./passwords.ts";
import { endOldestSessions } from "./sessions.ts";

export interface BetterAuthDeps {
  store: Store;
  secret: string;
  secureCookies: boolean;
  /** Overrides the recommended password hash cost, for tests that are not about it. */
  passwordCost?: PasswordCost | undefined;
}

const DAY = 24 * 3600;

/**
 * Signs in a person for whom a provider of single sign-on vouches. The path is one after which better-auth asks for a second
 * factor; no route has it.
 */
const vouched = {
  id: "vouched",
  endpoints: {
    signInVouched: createAuthEndpoint("/sign-in/username", { method: "POST" }, async (context) => {
      const { internalAdapter } = context.context;
      const user = await internalAdapter.findUserById(context.headers?.get(PERSON_HEADER) ?? "");
      if (!user) throw context.error("UNAUTHORIZED");
      const session = await internalAdapter.createSession(user.id);
      await setSessionCookie(context, { session, user });
      return context.json({ sessionId: session.id });
    }),
  },
} as const;

/** A person is stored with their personal account, or not at all. */
const withPersonalAccounts =
  ({ db, dialect: type }: Store): AdapterMaker =>
  (options) => {
    const over = (one: object): any => kyselyAdapter(one as any, { type })(options as any);
    const create = (call: { model: string }) =>
      db.transaction().execute(async (trx) => {
        const row = await over(trx).create(call);
        if (call.model === "user") await addPersonalAccount(trx, { id: row.id, at: Number(row.createdAt) });
        return row;
      });
    return { ...over(db), create };
  };

/**
 * better-auth over the store's own `people`. It is used as a library, not as routes: the dashboard can call only what
 * `src/entry/dashboard` lists, with one CSRF check and one limit on attempts for all.
 */
export function createBetterAuth({ store, secret, secureCookies, passwordCost }: BetterAuthDeps) {
  return betterAuth({
    appName: "Winnow",
    // better-auth's own routes are not mounted, and we write the mails ourselves.
    baseURL: "http://winnow.invalid",
    secret,
    database: withHashedSessions(withPersonalAccounts(store)) as any,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: 256,
      password: { hash: (password) => hashPassword(password, passwordCost), verify: verifyPassword },
    },
    user: {
      modelName: "people",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "modified_at" },
      additionalFields: {
        login: { type: "string", required: false, input: false },
        frontId: { type: "string", required: false, input: false, fieldName: "front_id" },
        lastLoginAt: { type: "date", required: false, input: false, fieldName: "last_login_at" },
      },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      expiresIn: 14 * DAY,
      updateAge: 3600,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "credentials",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
      storeIdentifier: "hashed",
    },
    plugins: [
      vouched,
      twoFactor({
        issuer: "Winnow",
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "second_factors",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            const { login, front_id } = newAccountFields(user.email);
            return { data: { ...user, login, frontId: front_id } };
          },
        },
      },
      session: {
        create: {
          after: async ({ userId }) => {
            await endOldestSessions(store.db, userId);
            await store.db
              .updateTable("people")
              .set({ last_login_at: new Date().toISOString() })
              .where("id", "=", userId)
              .execute();
          },
        },
      },
    },
    advanced: {
      cookiePrefix: "winnow",
      useSecureCookies: secureCookies,
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true, path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID(), validateSchema: false },
    },
  });
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
