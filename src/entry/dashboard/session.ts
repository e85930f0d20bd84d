import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account, Person } from "../../accounts/types.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import type { Browser } from "../../auth/browser.ts";
import { addressNetwork } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import { notFound } from "../../endpoints/dashboard/context.ts";
import { limits } from "../../limits/limits.ts";
import type { DashboardDependencies } from "./dependencies.ts";

/** The signed-in person, the account they act for, and the session. */
export interface SignedIn {
  person: Person;
  account: Account;
  sessionId: string;
  /** Whether the password was entered recently. */
  recent: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Absent until it is known. */
    signedIn?: SignedIn;
  }
}

/**
 * `open` for everyone, `member` for signed-in users, `recent` for those who entered the password recently, `admin` for
 * admins.
 */
export type Guard = "open" | "member" | "recent" | "admin";

const MINUTE_MS = 60_000;
const PASSWORD_AGAIN = "Please enter your password again: you signed in a while ago.";
const NO_SECOND_FACTOR = "Administrators need a second factor here. Set one up on the Account page.";

export const readBrowser = (request: FastifyRequest): Browser => ({
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

/** Who is signed in, and which guard lets them pass. Every call counts: for its account, or without one for its network. */
export function createSessions(
  scope: FastifyInstance,
  { auth, accounts, adminSecondFactor, clock }: DashboardDependencies,
) {
  function count(of: "dashboardCalls" | "anonymousDashboardCalls", who: string): void {
    const { max, per } = limits[of];
    if (scope.windows.use(`${of} ${who}`, MINUTE_MS) <= max) return;
    const wait = Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / 1000);
    throw new WinnowError("rate_limited", `Rate limit exceeded: ${max} calls per minute from one ${per}.`, {
      headers: { "retry-after": String(wait) },
    });
  }

  async function signedInBy(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const session = await auth.session(readBrowser(request));
    const person = session && (await accounts.findById(session.accountId));
    // A session that began while the person was being paused has no access.
    if (!person || person.paused_at !== null) return null;
    if (session.cookies.length > 0) reply.header("set-cookie", session.cookies);
    const { sessionId, recent } = session;
    return { person, account: person, sessionId, recent };
  }

  async function admit(guard: Guard, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Its description has the limit of its calls.
    if (guard === "open") return;
    const who = await signedInBy(request, reply);
    if (!who) {
      count("anonymousDashboardCalls", addressNetwork(request.ip));
      throw new WinnowError("key_missing", "Please sign in.");
    }
    request.signedIn = who;
    request.account = who.account.id;
    count("dashboardCalls", who.account.id);
    if (guard === "admin") {
      // For anyone but an admin these routes do not exist.
      if (who.person.role !== "admin") throw notFound();
      if (adminSecondFactor && !who.person.second_factor) {
        throw new WinnowError("source_forbidden", NO_SECOND_FACTOR);
      }
    }
    // An unattended browser or a stolen cookie must not do this.
    const needsRecent = guard === "recent" || (guard === "admin" && request.method !== "GET");
    if (needsRecent && !who.recent) throw new AuthFailure(403, PASSWORD_AGAIN, "password_again");
  }

  return { admit, signedInBy };
}

export type Sessions = ReturnType<typeof createSessions>;
