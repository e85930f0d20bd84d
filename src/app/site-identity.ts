import type { Config } from "./config.ts";

export interface IdentityConfig {
  server: Pick<Config["server"], "publicUrl">;
  sources: Pick<Config["sources"], "contact" | "crawlerContact">;
}

/** How the service shows who it is to sites, as the engine takes it. */
export const siteIdentity = (config: IdentityConfig) => ({
  contact: contactOf(config),
  obeysOwners: config.sources.crawlerContact !== "",
});

/** The page for owners is the contact, unless the operator names another. */
function contactOf({ server: { publicUrl }, sources: { contact, crawlerContact } }: IdentityConfig): string {
  if (contact !== "" || crawlerContact === "") return contact;
  return publicUrl === "" ? crawlerContact : new URL("/crawler", publicUrl).href;
}
