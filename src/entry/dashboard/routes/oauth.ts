import { Type } from "typebox";
import { OAuthProblem } from "../../../auth/oauth/oauth-problem.ts";
import { WinnowError } from "../../../contract/errors.ts";
import type { ConsentAnswer, ConsentBody, ConsentView } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const orNull = <T>(schema: T) => Type.Union([schema as never, Type.Null()]);
const params = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 2_000 }));
const Asked = Type.Object({ request: params });
const Decision = Type.Object({
  request: params,
  allow: Type.Boolean(),
  sources: orNull(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100 })),
  spending_cap: orNull(Type.Integer({ minimum: 1, maximum: 1e12 })),
});

/** A name is what a program says of itself; where it gets the code is what can be believed. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  // What follows a program's own scheme is no host, though it may look like one.
  return /^https?:$/.test(protocol) ? host : `${protocol} (a program on your computer)`;
}

/** What the page asks on which a person lets a program in. */
export function registerOAuthRoutes({ member, recent }: GuardedRoutes, parts: DashboardParts): void {
  const { oauth, service } = parts;
  const known = service.registry.sources.map(({ name }) => name);
  const shown = (error: unknown) =>
    error instanceof OAuthProblem ? new WinnowError("bad_request", error.message) : error;

  member("POST", "/oauth/request", { body: Asked }, async ({ body }): Promise<ConsentView> => {
    try {
      const { client, redirectUri, scopes } = await oauth.readRequest(
        (body as { request: ConsentBody["request"] }).request,
      );
      // A scope that is not known selects nothing: a program that misspells one must not get everything.
      const isAll = scopes.length === 0 || scopes.includes("all");
      const sources = isAll ? null : known.filter((source) => scopes.includes(source));
      return { client: client.name, goes_to: placeOf(redirectUri), sources };
    } catch (error) {
      if (error instanceof OAuthProblem && error.redirect) return { redirect: error.redirect };
      throw shown(error);
    }
  });

  // A program is let in as a key is made: by somebody who has given the password of late.
  recent("POST", "/oauth/consent", { body: Decision }, async ({ person, body }): Promise<ConsentAnswer> => {
    const { request, allow, sources, spending_cap } = body as ConsentBody;
    const asked = await oauth.readRequest(request).catch((error: unknown) => {
      throw shown(error);
    });
    if (!allow) return { redirect: oauth.deny(asked) };
    const unknown = sources?.find((source) => !known.includes(source));
    if (unknown !== undefined) throw new WinnowError("bad_request", `There is no source ${unknown}.`);
    const consent = { accountId: person.id, sources, spendingCap: spending_cap };
    return { redirect: await oauth.allow(asked, consent) };
  });
}
