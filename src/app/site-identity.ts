import type { Signer } from "../extraction/identity/sign-requests.ts";
import { createSigningKeys } from "../extraction/identity/signing-keys.ts";
import { BadSetting, type Config } from "./config.ts";
import { authSecret } from "./service-secrets.ts";

export type IdentityConfig = Pick<Config, "accounts" | "database"> & {
  server: Pick<Config["server"], "publicUrl">;
  sources: Pick<Config["sources"], "signedFor" | "contact" | "crawlerContact">;
};

/** How the service shows who it is to sites, as the engine takes it. */
export const siteIdentity = (config: IdentityConfig) => ({
  signer: signerOf(config),
  contact: contactOf(config),
  obeysOwners: config.sources.crawlerContact !== "",
});

/** The page for owners is the contact, unless the operator names another. */
function contactOf({ server: { publicUrl }, sources: { contact, crawlerContact } }: IdentityConfig): string {
  if (contact !== "" || crawlerContact === "") return contact;
  return publicUrl === "" ? crawlerContact : new URL("/crawler", publicUrl).href;
}

/** Signs requests if a source wants it. Sites fetch the keys at PUBLIC_URL. */
function signerOf(config: IdentityConfig): Signer | undefined {
  const [source] = config.sources.signedFor;
  if (source === undefined) return undefined;
  const { publicUrl } = config.server;
  if (!URL.canParse(publicUrl) || new URL(publicUrl).protocol !== "https:") {
    throw new BadSetting(
      `WINNOW_${source.toUpperCase()}_SIGN`,
      "needs PUBLIC_URL with https://, because sites fetch the keys that verify a signature there",
    );
  }
  return { keys: createSigningKeys(authSecret(config)), agent: new URL(publicUrl).origin };
}
