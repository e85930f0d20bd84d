import { nearest } from "../contract/nearest.ts";
import { type Source, settingEnv } from "../contract/source.ts";
import { BadSetting, type Config, siteSuffixes } from "./config.ts";
import { allSettings, otherVariables } from "./settings.ts";

/** All variable names of a source. */
function variables({ name, origins, settings: own = {} }: Source): string[] {
  const places = Object.keys(origins).map((place) => `${place}_ORIGIN`);
  return ["ORIGIN", ...siteSuffixes, ...places, ...Object.keys(own)].map((setting) => settingEnv(name, setting));
}

/**
 * An error for each variable with our prefix that nothing reads: a misspelt one must not silently leave a source on its
 * stand-in, or a second factor off.
 */
export function unknownSettings(
  sources: readonly Source[],
  { prefixed }: Pick<Config["sources"], "prefixed">,
): BadSetting[] {
  const own = allSettings.flatMap(({ env, secret }) => (secret ? [env, `${env}_FILE`] : [env]));
  const known = [...own, ...Object.keys(otherVariables), ...sources.flatMap(variables)];
  const names = new Set(known);
  return Object.keys(prefixed)
    .filter((env) => !names.has(env))
    .map(
      (env) =>
        new BadSetting(
          env,
          `there is no such setting.${nearest(env, names, 1).map((name) => ` Did you mean ${name}?`)}`,
        ),
    );
}

export function refuseUnknownSettings(sources: readonly Source[], config: Pick<Config["sources"], "prefixed">): void {
  const [first] = unknownSettings(sources, config);
  if (first) throw first;
}

/** Hosts inside the network that the operator allows. */
export const readPrivateHosts = ({ privateHosts }: Pick<Config["sources"], "privateHosts">): string[] =>
  privateHosts.split(",").map((host) => host.trim());

/** The operator's settings as the engine takes them. */
export const engineSettings = (sources: readonly Source[], config: Config["sources"]) => ({
  sites: config.sites,
  privateHosts: readPrivateHosts(config),
  sourceSettings: readSourceSettings(sources, config),
});

/** The operator's settings for each source, by source name. */
export function readSourceSettings(
  sources: readonly Source[],
  { prefixed }: Pick<Config["sources"], "prefixed">,
): Record<string, Record<string, string>> {
  return Object.fromEntries(
    sources.map(({ name, settings: own = {} }) => {
      const given = Object.keys(own).map((setting) => [setting, prefixed[settingEnv(name, setting)]] as const);
      return [name, Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined))];
    }),
  );
}
