import type { Signer } from "../extraction/identity/sign-requests.ts";
import { createSigningKeys } from "../extraction/identity/signing-keys.ts";
import { BadSetting, type Config } from "./config.ts";
import { secretOf } from "./secret-of.ts";

/** Signs requests if a source wants it. Sites fetch the keys at PUBLIC_URL. */
export function signerOf(
  config: Pick<Config, "accounts" | "database"> & {
    server: Pick<Config["server"], "publicUrl">;
    sources: Pick<Config["sources"], "signedFor">;
  },
): Signer | undefined {
  const [source] = config.sources.signedFor;
  if (source === undefined) return undefined;
  const { publicUrl } = config.server;
  if (!URL.canParse(publicUrl) || new URL(publicUrl).protocol !== "https:") {
    throw new BadSetting(
      `WINNOW_${source.toUpperCase()}_SIGN`,
      "needs PUBLIC_URL with https://, because sites fetch the keys that verify a signature there",
    );
  }
  return { keys: createSigningKeys(secretOf(config)), agent: new URL(publicUrl).origin };
}
