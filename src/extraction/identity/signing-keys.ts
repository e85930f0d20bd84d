import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";

const DAY_S = 86_400;
/** How long a key signs. */
const PERIOD_S = 90 * DAY_S;
/** A key is published before it signs, so that verifiers who keep the directory know it; and verifies a while after. */
const PUBLISHED_BEFORE_S = 7 * DAY_S;
const VALID_AFTER_S = DAY_S;

/** PKCS #8 of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface PublicJwk {
  kty: "OKP";
  crv: "Ed25519";
  /** The thumbprint (RFC 7638). */
  kid: string;
  x: string;
  use: "sig";
  /** When it is valid, in seconds since 1970. */
  nbf: number;
  exp: number;
}

export interface SigningKey {
  key: KeyObject;
  jwk: PublicJwk;
}

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/**
 * The keys that sign requests, derived from the operator's secret: every process has the same ones, nothing is stored, and
 * a new key begins every 90 days.
 */
export function createSigningKeys(secret: string) {
  const made = new Map<number, SigningKey>();

  function ofPeriod(period: number): SigningKey {
    const known = made.get(period);
    if (known) return known;
    const seed = hkdfSync("sha256", secret, "", `http-message-signatures ${period}`, 32);
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(seed)]), format: "der", type: "pkcs8" });
    const validity = { nbf: period * PERIOD_S - PUBLISHED_BEFORE_S, exp: (period + 1) * PERIOD_S + VALID_AFTER_S };
    const signing = { key, jwk: { ...publicJwk(key), ...validity } };
    made.set(period, signing);
    return signing;
  }

  const periodAt = (seconds: number) => Math.floor(seconds / PERIOD_S);
  return {
    /** The key that signs now. */
    current: (nowMs: number): SigningKey => ofPeriod(periodAt(nowMs / 1000)),
    /** The keys that verifiers must know now: the current one, the next before it begins, the last shortly after its end. */
    published(nowMs: number): SigningKey[] {
      const now = nowMs / 1000;
      const period = periodAt(now);
      return [period, period + 1, period - 1].map(ofPeriod).filter(({ jwk }) => jwk.nbf <= now && now < jwk.exp);
    },
  };
}

export function publicJwk(key: KeyObject): Omit<PublicJwk, "nbf" | "exp"> {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url");
  return { kty: "OKP", crv: "Ed25519", kid, x, use: "sig" };
}
