import { Type } from "typebox";
import type { Person } from "../../../accounts/types.ts";
import type { Me, OpenedLink, ResetAnswer, SessionAnswer, SignInAnswer, SignUpAnswer } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import { pointsOf } from "../queries/points.ts";
import { callerOf, type GuardedRoutes, setCookies } from "../session.ts";

const Email = Type.String({ maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$" });
const Password = Type.String({ minLength: 1, maxLength: 1000 });
const Token = Type.String({ minLength: 1, maxLength: 200 });

const SignUp = Type.Object({ name: Type.String({ minLength: 1, maxLength: 120 }), email: Email, password: Password });
const SignIn = Type.Object({ email: Type.String({ maxLength: 254 }), password: Password });
const Code = Type.Object({ code: Type.String({ minLength: 6, maxLength: 40 }) });
const Forgot = Type.Object({ email: Email });
const Reset = Type.Object({ token: Token, password: Password, revoke_keys: Type.Boolean({ default: true }) });
const Verify = Type.Object({ token: Token, password: Type.Optional(Password) });

/** Signing up, in and out, and what the mails' links lead to. */
export function registerSignInRoutes({ open, signedInBy }: GuardedRoutes, parts: DashboardParts): void {
  const { auth, accounts, welcome, welcomeAtOnce, outbox } = parts;

  open("GET", "/session", {}, async (request, reply): Promise<SessionAnswer> => {
    const session = await signedInBy(request, reply);
    return { me: session && (await meOf(parts, session.person)), outbox: outbox !== null };
  });

  open("POST", "/sign-up", { body: SignUp }, async (request, reply): Promise<SignUpAnswer> => {
    const body = request.body as { name: string; email: string; password: string };
    const { personId, cookies } = await auth.signUp({ ...body, name: body.name.trim() || "You" }, callerOf(request));
    await welcome.open(personId);
    if (welcomeAtOnce) await welcome.give(personId, body.email);
    const { secret } = await accounts.createKey(personId, { name: "First key" });
    const person = await accounts.findById(personId);
    setCookies(reply, cookies);
    return { me: await meOf(parts, person!), api_key: secret };
  });

  open("POST", "/sign-in", { body: SignIn }, async (request, reply): Promise<SignInAnswer> => {
    const { personId, cookies } = await auth.signIn(
      request.body as { email: string; password: string },
      callerOf(request),
    );
    setCookies(reply, cookies);
    if (personId === null) return { second_factor: true };
    return { me: await meOf(parts, (await accounts.findById(personId))!) };
  });

  open("POST", "/sign-in/code", { body: Code }, async (request, reply): Promise<{ me: Me }> => {
    const { personId, cookies } = await auth.enterCode((request.body as { code: string }).code, callerOf(request));
    setCookies(reply, cookies);
    return { me: await meOf(parts, (await accounts.findById(personId))!) };
  });

  open("POST", "/sign-out", {}, async (request, reply) => {
    setCookies(reply, await auth.signOut(callerOf(request)));
    return { done: true };
  });

  open("POST", "/password/forgot", { body: Forgot }, async (request) => {
    await auth.forgotPassword((request.body as { email: string }).email, callerOf(request));
    return { done: true };
  });

  open("POST", "/password/reset/check", { body: Type.Object({ token: Token }) }, async (request) => ({
    valid: await auth.canReset((request.body as { token: string }).token, callerOf(request)),
  }));

  open("POST", "/password/reset", { body: Reset }, async (request): Promise<ResetAnswer> => {
    const { token, password, revoke_keys } = request.body as { token: string; password: string; revoke_keys: boolean };
    const review = await auth.resetPassword(token, password, { revokeKeys: revoke_keys }, callerOf(request));
    return { done: true, review };
  });

  open("POST", "/email/verify", { body: Verify }, async (request, reply): Promise<OpenedLink> => {
    const { token, password = null } = request.body as { token: string; password?: string };
    const session = await signedInBy(request, reply);
    const proof = { personId: session?.person.id ?? null, password };
    const outcome = await auth.openLink(token, proof, callerOf(request));
    return outcome === "done" ? { done: true } : { done: false, needs: "password" };
  });
}

async function meOf({ store }: DashboardParts, person: Person): Promise<Me> {
  const { id, name, email, email_verified, second_factor, role, plan, created_at } = person;
  const points = await pointsOf(store.db, id);
  return { id, name, email, email_verified, second_factor, role, plan, points, created_at };
}
