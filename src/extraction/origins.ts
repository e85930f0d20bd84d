import type { Source } from "../contract/source.ts";

/** Where the origins of the sources really are: what the operator named, else the stand-in of the source. */
export interface Origins {
  originOf(source: string, name: string): string;
  /** Whether the source is served by its stand-in, with nobody outside to be polite to. */
  isStandIn(source: string): boolean;
}

/**
 * `configured` holds `<source>` and `<source>.<name>` (`config.origins`). An operator who names a site and not its
 * other origins has them all at the site: one address is enough to point a source somewhere.
 */
export function settleOrigins(
  sources: readonly Source[],
  configured: Readonly<Record<string, string>>,
  standInOf: (source: string) => string,
): Origins {
  const known = new Set(sources.map(({ name }) => name));
  for (const key of Object.keys(configured)) {
    const [source, name = "site"] = key.split(".") as [string, string?];
    const manifest = sources.find((one) => one.name === source);
    if (!known.has(source) || !manifest) throw new Error(`An origin is set for "${source}", which is no source here`);
    if (!(name in manifest.origins)) {
      const names = Object.keys(manifest.origins).join(", ");
      throw new Error(`An origin "${name}" is set for ${source}, which has: ${names}`);
    }
  }
  const siteOf = (source: string) => configured[source] ?? configured[`${source}.site`];
  return {
    originOf: (source, name) => configured[`${source}.${name}`] ?? siteOf(source) ?? standInOf(source),
    isStandIn: (source) => siteOf(source) === undefined,
  };
}
