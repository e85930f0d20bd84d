import { beforeAll } from "vitest";
import { Auth } from "../../../src/auth/auth.ts";
import type { Browser } from "../../../src/auth/browser.ts";
import { createMailer, type Mailer } from "../../../src/auth/mailer.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { earlyInTheHour, quickPasswords } from "../dashboard/dashboard.ts";
import type { FreshStore } from "../store/stores.ts";

/** Sign-up and sign-in on a store, for one suite. */
export function useAuth(fresh: FreshStore) {
  let store: Store;
  let mailer: Mailer;
  let auth: Auth;
  const confirmed: string[] = [];
  const revoked: string[] = [];
  let addresses = 0;

  const browser = (cookies: string[] = []): Browser => ({
    cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") || undefined,
    address: `10.0.0.${++addresses % 250}`,
    userAgent: "test",
  });

  const tokenOf = async (subject: string, to: string) => {
    await auth.mailsSent();
    const mail = mailer.outbox!.list().find((sent) => sent.subject === subject && sent.to === to);
    return new URL(mail!.link!).searchParams.get("token")!;
  };

  beforeAll(async () => {
    store = await fresh.open();
    mailer = createMailer({ smtpUrl: "", from: "" }, { info() {}, error() {} }, earlyInTheHour());
    auth = new Auth({
      store,
      mailer,
      clock: earlyInTheHour(),
      secret: "a secret of the tests, which is long enough",
      publicOrigin: () => "https://winnow.example",
      secureCookies: false,
      passwordCost: quickPasswords,
      log: { info() {}, error() {} },
      leaveAll: async () => {},
      onConfirmed: async ({ email }) => void confirmed.push(email),
      stopAccess: async (id, { keys }) => {
        if (keys) revoked.push(id);
        return [];
      },
    });
  });

  return { browser, tokenOf, confirmed, revoked, store: () => store, mailer: () => mailer, auth: () => auth };
}
