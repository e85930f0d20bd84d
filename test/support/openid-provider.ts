import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

export const OPENID_CLIENT = { clientId: "winnow", clientSecret: "a secret of the provider" };

/** Claims of the person that the provider signs in. */
export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A real OpenID provider on loopback. Whoever comes is signed in, without a question, as the person set by `become`. */
export async function startOpenIdProvider(redirectUri: string) {
  // A connection that this end closes while a busy process writes to it would fail the test.
  const server = createServer({ keepAliveTimeout: 0 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let person: Claims = {};
  const provider = new Provider(
    issuer,
    configuration(redirectUri, () => person),
  );
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: String(person.email ?? "nobody") } });
  });
  return {
    issuer,
    become(claims: Claims) {
      person = claims;
    },
    /** Follows a browser from the provider's page to where it sends the browser back. */
    async visit(url: string): Promise<URL> {
      const cookies = new Map<string, string>();
      let at = new URL(url);
      while (!at.href.startsWith(redirectUri)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
          cookies.set(name!, value!);
        }
        const location = response.headers.get("location");
        if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        at = new URL(location, at);
      }
      return at;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const configuration = (redirectUri: string, person: () => Claims): Configuration => ({
  clients: [
    { client_id: OPENID_CLIENT.clientId, client_secret: OPENID_CLIENT.clientSecret, redirect_uris: [redirectUri] },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...person() }) }),
  pkce: { required: () => true },
  cookies: { keys: ["a key of the test"] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  async loadExistingGrant(context) {
    const { oidc } = context;
    const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});
