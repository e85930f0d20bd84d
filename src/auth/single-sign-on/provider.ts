import type { Configuration } from "openid-client";
import { isLoopbackHost } from "../../base/network/addresses.ts";
import { AuthFailure } from "../auth-failure.ts";

/** An OpenID provider, and this service as its client. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What the browser brings back besides the provider's answer. */
export interface Handshake {
  state: string;
  nonce: string;
  verifier: string;
}

/** The person that a provider vouches for. */
export interface Vouched {
  email: string;
  name: string;
}

const TIMEOUT_SECONDS = 10;
const SCOPE = "openid email profile";

const library = () => import("openid-client");

/** Reads the provider's description. `fetch` must refuse addresses inside the network. */
export async function discover({ issuer, clientId, clientSecret }: Provider, fetch: typeof globalThis.fetch) {
  if (!URL.canParse(issuer)) throw new AuthFailure(422, `${issuer} is not the address of a provider.`);
  const openId = await library();
  const url = new URL(issuer);
  return openId
    .discovery(url, clientId, undefined, openId.ClientSecretBasic(clientSecret), {
      [openId.customFetch]: fetch as never,
      timeout: TIMEOUT_SECONDS,
      // The guard lets this through only if the operator allows the host.
      execute: isLoopbackHost(url.hostname) ? [openId.allowInsecureRequests] : [],
    })
    .catch((error: Error) => {
      throw new AuthFailure(422, `The provider at ${issuer} could not be read: ${reason(error)}`);
    });
}

/** The provider's page that the browser goes to, and what it must bring back. */
export async function beginSignOn(configuration: Configuration, redirectUri: string, email: string) {
  const openId = await library();
  const handshake: Handshake = {
    state: openId.randomState(),
    nonce: openId.randomNonce(),
    verifier: openId.randomPKCECodeVerifier(),
  };
  const url = openId.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: handshake.state,
    nonce: handshake.nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(handshake.verifier),
    code_challenge_method: "S256",
    login_hint: email,
  });
  return { url: url.href, handshake };
}

/** Exchanges the code that the browser brought for the person's address. */
export async function finishSignOn(
  configuration: Configuration,
  returnedTo: URL,
  { state, nonce, verifier }: Handshake,
): Promise<Vouched> {
  const openId = await library();
  const tokens = await openId
    .authorizationCodeGrant(configuration, returnedTo, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    .catch((error: Error) => {
      throw new AuthFailure(401, `Your provider did not sign you in: ${reason(error)}`);
    });
  const claims = tokens.claims()!;
  // The address of a person is in the ID token or, with many providers, only in the user info.
  const { email, email_verified, name } =
    typeof claims.email === "string"
      ? claims
      : await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  if (typeof email !== "string" || email_verified === false) {
    throw new AuthFailure(401, "Your provider sent no confirmed email address. Ask its administrator to release it.");
  }
  return { email: email.trim().toLowerCase(), name: typeof name === "string" && name.trim() ? name.trim() : "You" };
}

/** The innermost message, without the address of this service's network. */
function reason(error: Error): string {
  return error.cause instanceof Error ? reason(error.cause) : error.message;
}
