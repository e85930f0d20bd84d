import { Type } from "typebox";
import type { Person } from "../../accounts/types.ts";
import type { Me, SessionAnswer, SignUpAnswer } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import { pointsOf } from "../queries/points.ts";
import { callerOf, type GuardedRoutes, setCookies } from "../session.ts";

const Email = Type.String({ maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$" });
const Password = Type.String({ minLength: 1, maxLength: 1000 });

const SignUp = Type.Object({ name: Type.String({ minLength: 1, maxLength: 120 }), email: Email, password: Password });
const SignIn = Type.Object({ email: Type.String({ maxLength: 254 }), password: Password });
const Forgot = Type.Object({ email: Email });
const Reset = Type.Object({ token: Type.String({ maxLength: 2000 }), password: Password });
const Verify = Type.Object({ token: Type.String({ maxLength: 4000 }) });

/** Signing up, in and out, and what the mails' links lead to. */
export function registerSignInRoutes({ open, sessionOf }: GuardedRoutes, parts: DashboardParts): void {
  const { auth, accounts, metering, outbox } = parts;

  open("GET", "/session", {}, async (request, reply): Promise<SessionAnswer> => {
    const session = await sessionOf(request, reply);
    return { me: session && (await meOf(parts, session.person)), outbox: outbox !== null };
  });

  open("POST", "/sign-up", { body: SignUp }, async (request, reply): Promise<SignUpAnswer> => {
    const body = request.body as { name: string; email: string; password: string };
    const { personId, cookies } = await auth.signUp({ ...body, name: body.name.trim() || "You" }, callerOf(request));
    await metering.accrue(personId);
    const { secret } = await accounts.createKey(personId, { name: "First key" });
    const person = await accounts.findById(personId);
    setCookies(reply, cookies);
    return { me: await meOf(parts, person!), api_key: secret };
  });

  open("POST", "/sign-in", { body: SignIn }, async (request, reply): Promise<{ me: Me }> => {
    const { personId, cookies } = await auth.signIn(
      request.body as { email: string; password: string },
      callerOf(request),
    );
    const person = await accounts.findById(personId);
    setCookies(reply, cookies);
    return { me: await meOf(parts, person!) };
  });

  open("POST", "/sign-out", {}, async (request, reply) => {
    setCookies(reply, await auth.signOut(callerOf(request)));
    return { done: true };
  });

  open("POST", "/password/forgot", { body: Forgot }, async (request) => {
    await auth.forgotPassword((request.body as { email: string }).email, callerOf(request));
    return { done: true };
  });

  open("POST", "/password/reset", { body: Reset }, async (request) => {
    const { token, password } = request.body as { token: string; password: string };
    await auth.resetPassword(token, password, callerOf(request));
    return { done: true };
  });

  open("POST", "/email/verify", { body: Verify }, async (request, reply) => {
    setCookies(reply, await auth.verifyEmail((request.body as { token: string }).token, callerOf(request)));
    return { done: true };
  });
}

async function meOf({ auth, store }: DashboardParts, person: Person): Promise<Me> {
  const { id, name, email_verified, role, plan, created_at } = person;
  const email = await auth.shownEmail(person);
  return { id, name, email, email_verified, role, plan, points: await pointsOf(store.db, id), created_at };
}
