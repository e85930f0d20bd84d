import { BadSetting, type Config } from "./config.ts";
import { type Source, settingEnv } from "./contract/source.ts";

/** The operator's settings of each source by name. A misspelt one stops the start rather than being passed over. */
export function sourceSettingsOf(
  sources: readonly Source[],
  { ofSources }: Pick<Config, "ofSources">,
): Record<string, Record<string, string>> {
  return Object.fromEntries(sources.map((source) => [source.name, settingsOf(source, ofSources)]));
}

function settingsOf({ name, settings = {} }: Source, given: Record<string, string>): Record<string, string> {
  const known = new Map(Object.keys(settings).map((setting) => [settingEnv(name, setting), setting]));
  const own = Object.entries(given).filter(([env]) => env.startsWith(settingEnv(name, "")));
  return Object.fromEntries(
    own.map(([env, value]) => {
      const setting = known.get(env);
      if (setting === undefined) {
        const words = known.size > 0 ? `it has ${[...known.keys()].join(", ")}` : "it has none of its own";
        throw new BadSetting(env, `the source ${name} has no such setting; ${words}`);
      }
      return [setting, value];
    }),
  );
}
