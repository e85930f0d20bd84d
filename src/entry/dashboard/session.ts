import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { lowestRole, may, type Permission } from "../../accounts/roles.ts";
import type { AccountHolder } from "../../accounts/types.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import type { Browser } from "../../auth/browser.ts";
import type { CurrentSession } from "../../auth/signed-in.ts";
import { addressNetwork } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import { type Acting, notFound } from "../../endpoints/dashboard/context.ts";
import { limits } from "../../limits/limits.ts";
import type { DashboardDependencies } from "./dependencies.ts";

export interface SignedIn extends Acting, Pick<CurrentSession, "sessionId" | "recent" | "vouchedBy"> {}

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

const ACCOUNT = "x-account";
const MINUTE_MS = 60_000;
const PASSWORD_AGAIN = "Please enter your password again: you signed in a while ago.";
const SIGN_ON = "Members of this account use single sign-on. Sign in with it to continue.";
const SIGN_ON_AGAIN = "Please use single sign-on again: you signed in a while ago.";
const VOUCHED = "Single sign-on opens the account of your company alone. Sign in with your password for this.";
const NO_SECOND_FACTOR = "Administrators need a second factor here. Set one up on the Account page.";

export const readBrowser = (request: FastifyRequest): Browser => ({
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers["user-agent"],
});

/**
 * Takes the account's id from the header, or from the address of a file that the browser itself downloads: the endpoint
 * does not know the parameter.
 */
function takeAccount({ headers, query }: FastifyRequest): string | undefined {
  const { [ACCOUNT]: inAddress } = query as Record<string, unknown>;
  delete (query as Record<string, unknown>)[ACCOUNT];
  const named = headers[ACCOUNT] ?? inAddress;
  return named === undefined ? undefined : String(named);
}

/** Who is signed in, and which guard lets them pass. Every call counts: for its person, or without one for its network. */
export function createSessions(
  scope: FastifyInstance,
  { auth, accounts, members, singleSignOn, adminSecondFactor, clock }: DashboardDependencies,
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
    const { sessionId, recent, vouchedBy } = session;
    return { person, ...(await membership(request, person, vouchedBy)), sessionId, recent, vouchedBy };
  }

  /**
   * The account that the request names, or the personal one. The session has none: a tab that was left open acts on its
   * own account, whatever other tabs do. For anyone but a member the account does not exist. A session that an account's
   * provider vouched for is worth that account alone.
   */
  async function membership(
    request: FastifyRequest,
    person: AccountHolder,
    vouchedBy: string | null,
  ): Promise<Omit<Acting, "person">> {
    const named = takeAccount(request) ?? vouchedBy ?? person.id;
    if (vouchedBy !== null && named !== vouchedBy) throw new AuthFailure(403, VOUCHED, "password");
    if (named === person.id) return { account: person, accountName: null, role: "owner" };
    const found = await members.find(named, person.id);
    if (!found) throw new AuthFailure(404, "There is no such account.", "no_account");
    if (vouchedBy === null && !(await singleSignOn.allowsPassword(named, found.role))) {
      throw new AuthFailure(403, SIGN_ON, "single_sign_on");
    }
    return found;
  }

  async function admit(
    { guard, needs }: { guard: Guard; needs: Permission },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    // Its description has the limit of its calls.
    if (guard === "open") return;
    const who = await signedInBy(request, reply);
    if (!who) {
      count("anonymousDashboardCalls", addressNetwork(request.ip));
      throw new WinnowError("key_missing", "Please sign in.");
    }
    request.signedIn = who;
    request.account = who.account.id;
    count("dashboardCalls", who.person.id);
    if (!may(who.role, needs)) {
      throw new WinnowError(
        "source_forbidden",
        `You are a ${who.role} of this account, and this needs the role ${lowestRole(needs)}.`,
      );
    }
    // A provider vouches for a member of its account, not for the person.
    if (guard !== "admin" && needs === "self" && who.vouchedBy !== null)
      throw new AuthFailure(403, VOUCHED, "password");
    if (guard === "admin") {
      // For anyone but an admin these routes do not exist.
      if (who.person.role !== "admin" || who.vouchedBy !== null) throw notFound();
      if (adminSecondFactor && !who.person.second_factor) {
        throw new WinnowError("source_forbidden", NO_SECOND_FACTOR);
      }
    }
    // An unattended browser or a stolen cookie must not do this.
    const needsRecent = guard === "recent" || (guard === "admin" && request.method !== "GET");
    if (needsRecent && !who.recent) {
      throw who.vouchedBy === null
        ? new AuthFailure(403, PASSWORD_AGAIN, "password_again")
        : new AuthFailure(403, SIGN_ON_AGAIN, "single_sign_on");
    }
  }

  return { admit, signedInBy };
}

export type Sessions = ReturnType<typeof createSessions>;
