import { Type } from "typebox";
import { OAuthProblem } from "../../auth/oauth/oauth-problem.ts";
import { WinnowError } from "../../contract/errors.ts";
import { gives, memberGroup } from "./context.ts";
import { refuseUnknownSource } from "./keys.ts";
import { ConsentAnswer, ConsentView } from "./views/account.ts";
import { ConsentBody } from "./views/keys.ts";

const { member, recent } = memberGroup("work", "oauth", "page");

/** The page on which a user grants a program access. */
export const consentEndpoints = [
  member("POST /oauth/request", {
    summary: "Which program requests access, and to what",
    body: Type.Pick(ConsentBody, ["request"]),
    examples: [{ request: {} }],
    answer: gives(ConsentView),
    async handle({ caller, body }, { oauth, service }): Promise<ConsentView> {
      try {
        const { client, redirectUri, scopes } = await oauth.readRequest(body.request);
        const known = service.registry.sources.map(({ name }) => name);
        // An unknown scope selects nothing: a program that misspells one must not get everything.
        const isAll = scopes.length === 0 || scopes.includes("all");
        const sources = isAll ? null : known.filter((source) => scopes.includes(source));
        return { client: client.name, goes_to: place(redirectUri), account: caller.accountName, sources };
      } catch (error) {
        if (error instanceof OAuthProblem && error.redirect) return { redirect: error.redirect };
        throw shown(error);
      }
    },
  }),
  // Granting access requires a recent password, like creating a key.
  recent("POST /oauth/consent", {
    summary: "Allow or deny a program access",
    body: ConsentBody,
    examples: [{ request: {}, allow: true, sources: null, spending_cap: null }],
    answer: gives(ConsentAnswer),
    async handle({ caller, body: { request, allow, sources, spending_cap } }, { oauth, service }) {
      const asked = await oauth.readRequest(request).catch((error: unknown) => {
        throw shown(error);
      });
      if (!allow) return { redirect: oauth.deny(asked) };
      refuseUnknownSource(service, sources);
      const consent = { accountId: caller.account.id, personId: caller.person.id, sources, spendingCap: spending_cap };
      return { redirect: await oauth.allow(asked, consent) };
    },
  }),
];

const shown = (error: unknown) =>
  error instanceof OAuthProblem ? new WinnowError("bad_request", error.message) : error;

/** A program chooses its own name, so the page also shows where the code is sent. */
function place(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  // What follows a program's own scheme is not a host, though it may look like one.
  return /^https?:$/.test(protocol) ? host : `${protocol} (a program on your computer)`;
}
