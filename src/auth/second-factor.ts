import type { Clock } from "../base/clock.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import type { Store } from "../store/open-store.ts";
import { AuthFailure, readable } from "./auth-failure.ts";
import type { BetterAuth } from "./better-auth.ts";
import { type Browser, browserHeaders } from "./browser.ts";
import { createGrowingDelay, type GrowingDelay } from "./growing-delay.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";

/** A code is valid for its 30 seconds and a little on both sides: in that time it works once. */
const CODE_MS = 120_000;

export interface NewSecondFactor {
  /** For the authenticator app: as text, or as a QR code. */
  uri: string;
  /** Each works once, in case the app is lost. */
  recoveryCodes: string[];
}

/** Codes of an authenticator app (TOTP), with recovery codes: better-auth's plugin, with each code valid once. */
export class SecondFactor {
  readonly #betterAuth: () => Promise<BetterAuth>;
  readonly #throttle: SignInThrottle;
  readonly #used: GrowingDelay;

  constructor(deps: { betterAuth: () => Promise<BetterAuth>; throttle: SignInThrottle; store: Store; clock: Clock }) {
    this.#betterAuth = deps.betterAuth;
    this.#throttle = deps.throttle;
    this.#used = createGrowingDelay(deps.store.db, deps.clock);
  }

  /** Starts the setup; it takes effect with the first right code. */
  async begin(account: { id: string; email: string }, password: string, browser: Browser): Promise<NewSecondFactor> {
    await this.#throttle.count("password by account", account.id);
    const { api } = await this.#betterAuth();
    const made = await api
      .enableTwoFactor({ body: { password, method: "totp" }, headers: browserHeaders(browser) })
      .catch((error) => {
        throw readable(error);
      });
    const { totpURI, backupCodes } = made as { totpURI: string; backupCodes: string[] };
    const secret = new URL(totpURI).searchParams.get("secret")!;
    const label = `Winnow:${account.email}`;
    const uri = `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Winnow&digits=6&period=30`;
    return { uri, recoveryCodes: backupCodes };
  }

  /** Accepts an app or recovery code: completes the pending sign-in, or the setup. */
  async check(code: string, browser: Browser): Promise<{ accountId: string; sessionId: string; cookies: string[] }> {
    await this.#throttle.count("sign-in by network", addressNetwork(browser.address));
    const fromApp = /^\d{6}$/.test(code);
    const call = { body: { code }, headers: browserHeaders(browser), returnHeaders: true as const };
    const { api } = await this.#betterAuth();
    const { headers, response } = await (fromApp ? api.verifyTOTP(call) : api.verifyBackupCode(call)).catch((error) => {
      throw readable(error);
    });
    const accountId = response.user.id;
    const cookie = new Headers({ cookie: cookieHeader(headers) });
    if (fromApp && !(await this.#used.once(CODE_MS, "totp", accountId, code))) {
      await api.signOut({ headers: cookie }).catch(() => {});
      throw new AuthFailure(400, "This code was used before. Wait for the next one.");
    }
    const session = await api.getSession({ headers: cookie });
    return { accountId, sessionId: session?.session.id ?? "", cookies: headers.getSetCookie() };
  }

  async end(accountId: string, password: string, browser: Browser): Promise<string[]> {
    await this.#throttle.count("password by account", accountId);
    const { api } = await this.#betterAuth();
    const { headers } = await api
      .disableTwoFactor({ body: { password }, headers: browserHeaders(browser), returnHeaders: true })
      .catch((error) => {
        throw readable(error);
      });
    return headers.getSetCookie();
  }
}

const cookieHeader = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
