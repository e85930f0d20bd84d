import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Signing secrets must be readable to sign, so they are not hashed but encrypted with the service's own secret. */
export interface SealedSecrets {
  /** A new secret, `whsec_` and 24 bytes. The same seed gives the same secret. */
  make(seed?: string | null): string;
  seal(secret: string): string;
  open(sealed: string): string;
  /** The account's secret, which signs deliveries to a job's own address. It stays the same until `no` changes. */
  ofAccount(accountId: string, no: number): string;
}

const whsec = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`;

export function sealedSecrets(serviceSecret: string): SealedSecrets {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", serviceSecret, "", info, bytes));
  const key = derive("winnow webhook secrets", 32);
  return {
    make: (seed = null) => whsec(seed === null ? randomBytes(24) : derive(`winnow webhook of ${seed}`, 24)),
    seal(secret) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    ofAccount: (accountId, no) => whsec(derive(`winnow webhook account ${accountId}${no === 0 ? "" : ` ${no}`}`, 24)),
  };
}
