import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const whsec = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`;

export type SealedSecrets = ReturnType<typeof sealedSecrets>;

/** Signing secrets must be readable to sign, so they are not hashed but encrypted with the service's own secret. */
export function sealedSecrets(serviceSecret: string) {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", serviceSecret, "", info, bytes));
  const key = derive("winnow webhook secrets", 32);
  return {
    /** A new secret, `whsec_` and 24 bytes. The same seed gives the same secret. */
    make: (seed: string | null = null): string =>
      whsec(seed === null ? randomBytes(24) : derive(`winnow webhook of ${seed}`, 24)),
    seal(secret: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    /** The account's secret, which signs deliveries to a job's own address. It stays the same until `no` changes. */
    ofAccount: (accountId: string, no: number): string =>
      whsec(derive(`winnow webhook account ${accountId}${no === 0 ? "" : ` ${no}`}`, 24)),
  };
}
