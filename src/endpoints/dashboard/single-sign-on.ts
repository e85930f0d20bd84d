import { Type } from "typebox";
import { NoSuchThing } from "../../accounts/account-problem.ts";
import { addressNetwork } from "../../base/network/addresses.ts";
import { emailAddress, given, orNull, words } from "../../contract/shapes.ts";
import { dashboardGroup, done, gives, type Member, memberGroup, setCookies } from "./context.ts";
import { meWithId } from "./sign-in.ts";
import { SignInAnswer } from "./views/account.ts";
import { SignOnAnswer, SignOnRole } from "./views/single-sign-on.ts";

const { open } = dashboardGroup("single-sign-on", "provider");
const { member, recent } = memberGroup("own", "single-sign-on", "provider");

/** Of a personal account there is nobody else to sign in. */
function shared({ person, account }: Member): [personId: string, accountId: string] {
  if (account.id === person.id) throw new NoSuchThing("account of several people");
  return [person.id, account.id];
}

/** Signing in through an account's own provider, and its settings. */
export const singleSignOnEndpoints = [
  open("POST /sign-in/single-sign-on", {
    summary: "The page of the provider that signs in people with this address",
    body: Type.Object({ email: emailAddress() }),
    examples: [{ email: "ada@example.com" }],
    answer: gives(Type.Object({ url: words({ description: "Where the browser goes." }) })),
    async handle({ caller, body }, { auth, singleSignOn }) {
      await auth.throttle.count("sign-in by network", addressNetwork(caller.browser.address));
      const { url, cookie } = await singleSignOn.begin(body.email);
      setCookies(caller, [cookie]);
      return { url };
    },
  }),
  open("POST /sign-in/single-sign-on/return", {
    summary: "Finish signing in with what the provider sent",
    body: Type.Object({
      query: given({ maxLength: 8_000, description: "The query string of the page to which it sent the browser." }),
    }),
    examples: [{ query: "code=abc&state=def" }],
    answer: gives(SignInAnswer),
    async handle({ caller, body }, context): Promise<SignInAnswer> {
      const { auth, singleSignOn } = context;
      await auth.throttle.count("sign-in by network", addressNetwork(caller.browser.address));
      const { personId, accountId, cookies } = await singleSignOn.finish(body.query, caller.browser, (link) =>
        setCookies(caller, [link]),
      );
      const entered = await auth.enterVouched({ personId, accountId }, caller.browser);
      const answer =
        entered.accountId === null
          ? ({ second_factor: true } as const)
          : { me: await meWithId(context, personId, await context.members.find(accountId, personId)) };
      setCookies(caller, [...cookies, ...entered.cookies]);
      return answer;
    },
  }),
  member("GET /single-sign-on", {
    summary: "The account's provider of single sign-on",
    needs: "own",
    answer: gives(SignOnAnswer),
    handle: ({ caller }, { singleSignOn }) => singleSignOn.read(shared(caller)[1]),
  }),
  recent("POST /single-sign-on", {
    summary: "Set the account's provider of single sign-on",
    body: Type.Object({
      domain: given({ maxLength: 253, description: "The domain of the members' addresses." }),
      issuer: given({
        maxLength: 500,
        description: "The address of the provider, as its documentation names the issuer.",
      }),
      client_id: given({ maxLength: 300 }),
      client_secret: orNull(given({ maxLength: 1_000, description: "Null keeps the stored one." })),
      role: SignOnRole,
      required: Type.Boolean({ description: "Whether members other than owners must use it." }),
    }),
    examples: [
      {
        domain: "example.com",
        issuer: "https://id.example.com",
        client_id: "winnow",
        client_secret: "secret of the provider",
        role: "developer",
        required: false,
      },
    ],
    answer: done,
    handle: ({ caller, body }, { singleSignOn }) => singleSignOn.set(...shared(caller), body),
  }),
  recent("POST /single-sign-on/prove", {
    summary: "Look for the DNS record that proves the domain",
    answer: done,
    handle: ({ caller }, { singleSignOn }) => singleSignOn.prove(...shared(caller)),
  }),
  recent("DELETE /single-sign-on", {
    summary: "Remove the account's provider of single sign-on",
    answer: done,
    handle: ({ caller }, { singleSignOn }) => singleSignOn.remove(...shared(caller)),
  }),
];
