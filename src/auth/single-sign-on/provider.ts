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
  /** The provider's own id of the person. */
  sub: string;
  email: string;
  name: string;
}

const TIMEOUT_SECONDS = 10;
const MAX_NAME = 120;
const MAX_SUB = 255;
const EMAIL = /^(?=.{3,254}$)[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+\.[^\s@\p{Cc}\p{Cf}]+$/u;
const NO_EMAIL = "Your provider sent no confirmed email address. Ask its administrator to release it.";
/** The same for every reason: what fails inside this network is nobody's business. */
const unreadable = (issuer: string) => {
  const what = "Check the address, and that it answers from the internet as OpenID Connect describes";
  return new AuthFailure(422, `The provider at ${issuer} could not be read. ${what}.`);
};
const SCOPE = "openid email profile";

const library = () => import("openid-client");

/** Reads the provider's description. `fetch` must refuse addresses inside the network. */
export async function discover({ issuer, clientId, clientSecret }: Provider, fetch: typeof globalThis.fetch) {
  if (!URL.canParse(issuer)) throw new AuthFailure(422, `${issuer} is not the address of a provider.`);
  const openId = await library();
  const url = new URL(issuer);
  const configuration = await openId
    .discovery(url, clientId, undefined, openId.ClientSecretBasic(clientSecret), {
      [openId.customFetch]: fetch as never,
      timeout: TIMEOUT_SECONDS,
      // The guard lets this through only if the operator allows the host.
      execute: isLoopbackHost(url.hostname) ? [openId.allowInsecureRequests] : [],
    })
    .catch(() => {
      throw unreadable(issuer);
    });
  const { authorization_endpoint, token_endpoint } = configuration.serverMetadata();
  if (![authorization_endpoint, token_endpoint].every(isWebAddress)) throw unreadable(issuer);
  return configuration;
}

/** Where a browser may be sent. Plain HTTP never leaves this machine. */
function isWebAddress(text: unknown): boolean {
  if (typeof text !== "string" || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
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
  const claimsOf = async () => {
    const tokens = await openId.authorizationCodeGrant(configuration, returnedTo, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    // The address of a person is in the ID token or, with many providers, only in the user info.
    if (claims.email !== undefined) return claims;
    return { ...(await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub };
  };
  const claims = await claimsOf().catch(() => {
    throw new AuthFailure(401, "Your provider did not sign you in. Try again, or ask its administrator.");
  });
  return readClaims(claims);
}

/** A provider can claim anything: what it says passes the rules of a sign-up. */
function readClaims({ sub, email, email_verified, name }: Record<string, unknown>): Vouched {
  const address = typeof email === "string" ? email.trim().toLowerCase() : "";
  if (email_verified !== true || !EMAIL.test(address)) throw new AuthFailure(401, NO_EMAIL);
  if (typeof sub !== "string" || sub.length > MAX_SUB || /\p{Cc}/u.test(sub)) throw new AuthFailure(401, NO_EMAIL);
  const shown = typeof name === "string" ? name.slice(0, 1_000).toWellFormed() : "";
  // Without characters that control, or turn the direction of what follows.
  const words = shown.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return { sub, email: address, name: words.slice(0, MAX_NAME).toWellFormed() || "You" };
}
