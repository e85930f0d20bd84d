import { Type } from "typebox";
import type { NewSecondFactorAnswer } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import { type GuardedRoutes, setCookies } from "../session.ts";

const Password = Type.Object({ password: Type.String({ minLength: 1, maxLength: 1000 }) });
const Code = Type.Object({ code: Type.String({ pattern: "^\\d{6}$" }) });

/** The second factor of a person, and the password once more where a session is old. */
export function registerSecondFactorRoutes({ member }: GuardedRoutes, { auth }: DashboardParts): void {
  member("POST", "/session/confirm", { body: Password }, async ({ person, sessionId, body }) => {
    await auth.confirmSession({ personId: person.id, sessionId }, body.password);
    return { done: true };
  });

  member(
    "POST",
    "/second-factor",
    { body: Password },
    async ({ person, body, caller }): Promise<NewSecondFactorAnswer> => {
      const { uri, recoveryCodes } = await auth.secondFactor.begin(person, body.password, caller);
      return { uri, recovery_codes: recoveryCodes };
    },
  );

  member("POST", "/second-factor/confirm", { body: Code }, async ({ person, body, caller, reply }) => {
    const { cookies } = await auth.secondFactor.check(body.code, caller);
    setCookies(reply, cookies);
    await auth.addresses.tell(person.id, "A second factor was set up for your account");
    return { done: true };
  });

  member("DELETE", "/second-factor", { body: Password }, async ({ person, body, caller, reply }) => {
    setCookies(reply, await auth.secondFactor.end(person.id, body.password, caller));
    await auth.addresses.tell(person.id, "The second factor of your account was removed");
    return { done: true };
  });
}
