import { type KeyObject, sign } from "node:crypto";

/** A covered component: its identifier as RFC 9421 serialises it, such as `"@authority"`, and its value. */
export type Component = readonly [identifier: string, value: string];

export interface SignatureParams {
  /** Seconds since 1970. */
  created: number;
  expires: number;
  keyid: string;
  nonce?: string;
  tag: string;
}

export interface MessageSignature {
  /** The value of `Signature-Input` for a label. */
  input: string;
  /** The value of `Signature` for a label. */
  signature: string;
}

/** Signs the components of an HTTP message with Ed25519 (RFC 9421, section 3.1). */
export function signMessage(
  label: string,
  components: readonly Component[],
  { created, expires, keyid, nonce, tag }: SignatureParams,
  key: KeyObject,
): MessageSignature {
  const covered = components.map(([identifier]) => identifier).join(" ");
  const params = [
    `(${covered})`,
    `created=${created}`,
    `keyid="${keyid}"`,
    'alg="ed25519"',
    `expires=${expires}`,
    ...(nonce === undefined ? [] : [`nonce="${nonce}"`]),
    `tag="${tag}"`,
  ].join(";");
  const base = [...components, ['"@signature-params"', params] as const].map(([name, value]) => `${name}: ${value}`);
  const signature = sign(null, Buffer.from(base.join("\n")), key).toString("base64");
  return { input: `${label}=${params}`, signature: `${label}=:${signature}:` };
}
