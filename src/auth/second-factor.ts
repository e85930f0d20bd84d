import type { Clock } from "../base/clock.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import type { Store } from "../store/open-store.ts";
import { AuthFailure, throwReadable } from "./auth-failure.ts";
import type { BetterAuth } from "./better-auth.ts";
import { type Browser, browserHeaders } from "./browser.ts";
import { createGrowingDelay } from "./growing-delay.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

/** A code is valid for its 30 seconds and a little on both sides: in that time it works once. */
const CODE_MS = 120_000;

export interface NewSecondFactor {
  /** For the authenticator app: as text, or as a QR code. */
  uri: string;
  /** Each works once, in case the app is lost. */
  recoveryCodes: string[];
}

interface FactorDeps {
  betterAuth: () => Promise<BetterAuth>;
  throttle: SignInThrottle;
  store: Store;
  clock: Clock;
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Codes of an authenticator app (TOTP), with recovery codes: better-auth's plugin, with each code valid once. */
export function createSecondFactor({ betterAuth, throttle, store, clock }: FactorDeps) {
  const used = createGrowingDelay(store.db, clock);
  return {
    /** Starts the setup; it takes effect with the first right code. */
    async begin(account: { id: string; email: string }, password: string, browser: Browser): Promise<NewSecondFactor> {
      await throttle.count("password by account", account.id);
      const { api } = await betterAuth();
      const call = { body: { password, method: "totp" as const }, headers: browserHeaders(browser) };
      const made = await api.enableTwoFactor(call).catch(throwReadable);
      const { totpURI, backupCodes } = made as { totpURI: string; backupCodes: string[] };
      const secret = new URL(totpURI).searchParams.get("secret")!;
      const label = `Winnow:${account.email}`;
      const uri = `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Winnow&digits=6&period=30`;
      return { uri, recoveryCodes: backupCodes };
    },

    /** Accepts an app or recovery code: completes the pending sign-in, or the setup. */
    async check(code: string, browser: Browser): Promise<{ accountId: string; sessionId: string; cookies: string[] }> {
      await throttle.count("sign-in by network", addressNetwork(browser.address));
      const fromApp = /^\d{6}$/.test(code);
      const call = { body: { code }, headers: browserHeaders(browser), returnHeaders: true as const };
      const { api } = await betterAuth();
      const checked = fromApp ? api.verifyTOTP(call) : api.verifyBackupCode(call);
      const { headers, response } = await checked.catch(throwReadable);
      const accountId = response.user.id;
      const cookie = new Headers({ cookie: cookieHeader(headers) });
      if (fromApp && !(await used.once(CODE_MS, "totp", accountId, code))) {
        await api.signOut({ headers: cookie }).catch(() => {});
        throw new AuthFailure(400, "This code was used before. Wait for the next one.");
      }
      const session = await api.getSession({ headers: cookie });
      return { accountId, sessionId: session?.session.id ?? "", cookies: headers.getSetCookie() };
    },

    async end(accountId: string, password: string, browser: Browser): Promise<string[]> {
      await throttle.count("password by account", accountId);
      const { api } = await betterAuth();
      const call = { body: { password }, headers: browserHeaders(browser), returnHeaders: true as const };
      const { headers } = await api.disableTwoFactor(call).catch(throwReadable);
      return headers.getSetCookie();
    },
  };
}

const cookieHeader = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
