import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Exchange, Transport } from "../transport/transport.ts";
import { type Component, signMessage } from "./message-signature.ts";
import type { SigningKey, SigningKeys } from "./signing-keys.ts";

export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

const LABEL = "sig1";
/** Long enough for clocks that differ, short enough that an observed signature is of little use. */
const VALID_S = 300;
const DIRECTORY_VALID_S = 86_400;
/** As verifiers of earlier drafts expect. */
const NONCE_BYTES = 64;

/** Signs what leaves for a site. */
export interface Signer {
  keys: SigningKeys;
  /** The origin that serves the key directory, `https://...`. */
  agent: string;
}

/**
 * Signs every request of a route as Web Bot Auth describes (draft-ietf-webbotauth-httpsig-protocol): a site can check that
 * it came from the operator of `agent`, wherever it came from. It wraps the transport, so that no request misses it.
 */
export const signedTransport = (transport: Transport, signer: Signer, clock: Clock): Transport => ({
  send: (exchange) =>
    transport.send({
      ...exchange,
      headers: { ...exchange.headers, ...signatureHeaders(exchange, signer, clock.now()) },
    }),
  close: () => transport.close(),
});

export function signatureHeaders(
  { url, method, headers }: Pick<Exchange, "url" | "method" | "headers">,
  { keys, agent }: Signer,
  nowMs: number,
): Record<string, string> {
  const { key, jwk } = keys.current(nowMs);
  const created = Math.floor(nowMs / 1000);
  const components: Component[] = [
    ['"@authority"', url.host],
    ['"@method"', method],
    ['"@path"', url.pathname],
    // Verifiers disagree about the value of an empty one.
    ...(url.search === "" ? [] : [['"@query"', url.search] satisfies Component]),
    ['"user-agent"', headers["user-agent"] ?? ""],
    [`"signature-agent";key="${LABEL}"`, `"${agent}"`],
  ];
  const { input, signature } = signMessage(
    LABEL,
    components,
    {
      created,
      expires: created + VALID_S,
      keyid: jwk.kid,
      nonce: randomBytes(NONCE_BYTES).toString("base64"),
      tag: "web-bot-auth",
    },
    key,
  );
  return { "signature-agent": `${LABEL}="${agent}"`, "signature-input": input, signature };
}

/** The key directory with a signature of each key, which shows that it belongs to this host. */
export function keyDirectory(keys: SigningKeys, authority: string, nowMs: number) {
  const published = keys.published(nowMs);
  const body = JSON.stringify({ keys: published.map(({ jwk }) => jwk) });
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  const signed = published.map((one, nth) => directorySignature(`binding${nth}`, one, authority, digest, nowMs));
  return {
    body,
    headers: {
      "content-type": DIRECTORY_TYPE,
      "content-digest": digest,
      "cache-control": `public, max-age=${DIRECTORY_VALID_S / 24}`,
      "signature-input": signed.map(({ input }) => input).join(", "),
      signature: signed.map(({ signature }) => signature).join(", "),
    },
  };
}

export function directorySignature(
  label: string,
  { key, jwk }: Pick<SigningKey, "key"> & { jwk: { kid: string } },
  authority: string,
  digest: string,
  nowMs: number,
  validS = DIRECTORY_VALID_S,
) {
  const created = Math.floor(nowMs / 1000);
  return signMessage(
    label,
    [
      ['"@authority";req', authority],
      ['"content-digest"', digest],
    ],
    { created, expires: created + validS, keyid: jwk.kid, tag: "http-message-signatures-directory" },
    key,
  );
}
