import { hkdfSync, randomBytes } from "node:crypto";
import { sealing } from "../../base/sealing.ts";

const whsec = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString("base64")}`;

export type SealedSecrets = ReturnType<typeof sealedSecrets>;

/** Signing secrets must be readable to sign, so they are not hashed but encrypted with the service's own secret. */
export function sealedSecrets(serviceSecret: string) {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", serviceSecret, "", info, bytes));
  return {
    /** A new secret, `whsec_` and 24 bytes. The same seed gives the same secret. */
    make: (seed: string | null = null): string =>
      whsec(seed === null ? randomBytes(24) : derive(`winnow webhook of ${seed}`, 24)),
    ...sealing(serviceSecret, "winnow webhook secrets"),
    /** The account's secret, which signs deliveries to a job's own address. It stays the same until `no` changes. */
    ofAccount: (accountId: string, no: number): string =>
      whsec(derive(`winnow webhook account ${accountId}${no === 0 ? "" : ` ${no}`}`, 24)),
  };
}
