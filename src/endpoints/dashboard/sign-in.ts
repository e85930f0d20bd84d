import { Type } from "typebox";
import type { Membership } from "../../accounts/members.ts";
import { permissions } from "../../accounts/roles.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { emailAddress, given, password, pick } from "../../contract/shapes.ts";
import {
  type Acting,
  type DashboardContext,
  dashboardGroup,
  done,
  gives,
  isOperator,
  operatorHeader,
  setCookies,
  type Visitor,
} from "./context.ts";
import { readPoints } from "./queries/points.ts";
import { Me, OpenedLink, ResetAnswer, SessionAnswer, SignInAnswer, SignUpAnswer } from "./views/account.ts";

const { open } = dashboardGroup("sign-in", "page");
const token = given({ maxLength: 200 });
const PAUSED = "An admin has paused this account. Ask whoever runs this service to resume it.";

/** Signing up, in and out, and the links in mails. */
export const signInEndpoints = [
  open("GET /session", {
    summary: "Who is signed in",
    answer: gives(SessionAnswer),
    async handle({ caller }, context) {
      const session = await caller.signedIn();
      const me = session && (await describeMe(context, session));
      return { me, outbox: context.outbox !== null, welcome_points: context.welcome.ofNewAccount() };
    },
  }),
  open("POST /sign-up", {
    summary: "Create an account",
    headers: operatorHeader,
    body: Type.Object({ name: given({ maxLength: 120 }), email: emailAddress(), password: password() }),
    examples: [{ name: "Ada", email: "ada@example.com", password: "correct horse battery" }],
    answer: gives(SignUpAnswer),
    async handle({ caller, body }, context) {
      const { auth, accounts, welcome, outbox, operatorToken } = context;
      const { accountId, cookies } = await auth.signUp({ ...body, name: body.name.trim() || "You" }, caller.browser);
      await welcome.open(accountId);
      // The operator, who can read the mail with the link anyway. An address of this machine proves nothing: a proxy has one.
      if (outbox && isOperator(caller, operatorToken)) await welcome.give(accountId, body.email);
      const { secret } = await accounts.createKey(accountId, { name: "First key" });
      setCookies(caller, cookies);
      return { me: await meWithId(context, accountId), api_key: secret };
    },
  }),
  open("POST /sign-in", {
    summary: "Sign in",
    body: Type.Object({ email: given({ minLength: 0, maxLength: 254 }), password: password() }),
    examples: [{ email: "ada@example.com", password: "correct horse battery" }],
    answer: gives(SignInAnswer),
    async handle({ caller, body }, context): Promise<SignInAnswer> {
      const { accountId, cookies } = await context.auth.signIn(body, caller.browser);
      const answer =
        accountId === null ? ({ second_factor: true } as const) : { me: await meWithId(context, accountId) };
      setCookies(caller, [...cookies, ...(await linkSignOn(context, accountId, caller))]);
      return answer;
    },
  }),
  open("POST /sign-in/code", {
    summary: "Finish signing in with the code of the second factor",
    body: Type.Object({ code: given({ minLength: 6, maxLength: 40 }) }),
    examples: [{ code: "123456" }],
    answer: gives(Type.Object({ me: Me })),
    async handle({ caller, body }, context) {
      const { accountId, vouchedBy, cookies } = await context.auth.enterCode(body.code, caller.browser);
      const within = vouchedBy === null ? null : await context.members.find(vouchedBy, accountId);
      const me = await meWithId(context, accountId, within);
      const linked = vouchedBy === null ? await linkSignOn(context, accountId, caller) : [];
      setCookies(caller, [...cookies, ...linked]);
      return { me };
    },
  }),
  open("POST /sign-out", {
    summary: "Sign out",
    answer: done,
    handle: async ({ caller }, { auth }) => setCookies(caller, await auth.signOut(caller.browser)),
  }),
  open("POST /password/forgot", {
    summary: "Request a mail to reset the password",
    body: Type.Object({ email: emailAddress() }),
    examples: [{ email: "ada@example.com" }],
    answer: done,
    handle: ({ caller, body }, { auth }) => auth.forgotPassword(body.email, caller.browser),
  }),
  open("POST /password/reset/check", {
    summary: "Whether the link of a mail can still reset the password",
    body: Type.Object({ token }),
    examples: [{ token: "abc" }],
    answer: gives(Type.Object({ valid: Type.Boolean() })),
    handle: async ({ caller, body }, { auth }) => ({ valid: await auth.canReset(body.token, caller.browser) }),
  }),
  open("POST /password/reset", {
    summary: "Set a new password",
    body: Type.Object({ token, password: password(), revoke_keys: Type.Boolean({ default: true }) }),
    examples: [{ token: "abc", password: "correct horse battery" }],
    answer: gives(ResetAnswer),
    async handle({ caller, body: { token, password, revoke_keys } }, { auth }) {
      const review = await auth.resetPassword(token, password, { revokeKeys: revoke_keys }, caller.browser);
      return { done: true as const, review };
    },
  }),
  open("POST /email/verify", {
    summary: "Confirm an email address",
    body: Type.Object({ token, password: Type.Optional(password()) }),
    examples: [{ token: "abc" }],
    answer: gives(OpenedLink),
    async handle({ caller, body: { token, password = null } }, { auth }): Promise<OpenedLink> {
      const session = await caller.signedIn();
      const isPersons = session !== null && session.vouchedBy === null;
      const proof = { accountId: isPersons ? session.person.id : null, password };
      const outcome = await auth.openLink(token, proof, caller.browser);
      return outcome === "done" ? { done: true } : { done: false, needs: "password" };
    },
  }),
];

/** Lets the provider that sent this browser vouch for the person from now on: they have just shown that they are they. */
async function linkSignOn({ auth, singleSignOn }: DashboardContext, personId: string | null, { browser }: Visitor) {
  const linked = personId === null ? null : await singleSignOn.link(personId, browser);
  if (!linked || personId === null) return [];
  await auth.addresses.tell(personId, `${linked.issuer} can now sign you in to an account`);
  return linked.cookies;
}

/** A person in the personal account, or in one that they are a member of. */
export async function meWithId(context: DashboardContext, id: string, within: Membership | null = null): Promise<Me> {
  const person = await context.accounts.findById(id);
  if (!person) throw new Error("a person was deleted while they signed in");
  if (person.paused_at !== null) throw new AuthFailure(403, PAUSED);
  return describeMe(context, { person, ...(within ?? { account: person, accountName: null, role: "owner" }) });
}

async function describeMe(
  { store, welcome }: DashboardContext,
  { person, account: { id, plan, retain }, accountName: name, role }: Acting,
): Promise<Me> {
  const account = { id, name, role, may: [...permissions[role]] };
  const waiting_points = person.email_verified ? 0 : await welcome.waiting(id);
  return pick(Me, { ...person, account, plan, retain, points: await readPoints(store.db, id), waiting_points });
}
