import { Value } from "typebox/value";
import { readTrustedProxies } from "../base/network/trusted-proxies.ts";
import { type Setting, settings } from "./settings.ts";

type Settings = typeof settings;
type Values = {
  -readonly [K in keyof Settings]: Settings[K]["default"] extends number
    ? number
    : Settings[K]["default"] extends boolean
      ? boolean
      : string;
};

export interface Config extends Values {
  /** The environment's `WINNOW_<SOURCE>[_<NAME>]_ORIGIN`, as `<source>` or `<source>.<name>` in lower case. */
  origins: Record<string, string>;
  /** The environment's `WINNOW_<SOURCE>_ROUTES` by source. */
  routes: Record<string, string>;
  /** The environment's `WINNOW_<SOURCE>_CONCURRENCY` and `WINNOW_<SOURCE>_PER_SECOND` by source. */
  politeness: Record<string, { concurrency?: number; perSecond?: number }>;
  /** Sources with `WINNOW_<SOURCE>_ROBOTS=ignore`. */
  robotsIgnoredFor: string[];
  /** Every `WINNOW_...` of the environment that is set, as it stands there: `unknownSettings` finds misspelt ones. */
  prefixed: Record<string, string>;
}

/** Where the operator has put an origin of a source: by its own name, or with the source's address. */
export const namedOrigin = (origins: Config["origins"], source: string, name: string): string | undefined =>
  origins[`${source}.${name}`] ?? origins[source];

/** A setting that cannot be used: the message says which and what would be right. */
export class BadSetting extends Error {
  readonly env: string;
  constructor(env: string, why: string) {
    super(`${env}: ${why}`);
    this.name = "BadSetting";
    this.env = env;
  }
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(
    Object.entries(settings as Record<string, Setting>).map(([name, setting]) => [
      name,
      readSetting(setting, environment),
    ]),
  ) as unknown as Values;
  values.trustProxy = readAs("TRUST_PROXY", () => readTrustedProxies(values.trustProxy));
  const robots = readPerSource(environment, "ROBOTS");
  for (const [source, value] of Object.entries(robots)) {
    if (value !== "honour" && value !== "ignore") {
      throw new BadSetting(`WINNOW_${source.toUpperCase()}_ROBOTS`, "must be honour or ignore");
    }
  }
  return {
    ...values,
    origins: readOrigins(environment),
    routes: readPerSource(environment, "ROUTES"),
    politeness: readPoliteness(environment),
    robotsIgnoredFor: Object.keys(robots).filter((source) => robots[source] === "ignore"),
    prefixed: readPrefixed(environment),
  };
}

function readAs<T>(env: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(env, (error as Error).message);
  }
}

function readSetting(setting: Setting, environment: Record<string, string | undefined>): unknown {
  const raw = environment[setting.env];
  if (raw === undefined || raw === "") return setting.default;
  const value = typedValue(setting, raw);
  if (!Value.Check(setting.schema, value)) {
    const [first] = Value.Errors(setting.schema, value);
    throw new BadSetting(
      setting.env,
      `${setting.secret ? "its value" : JSON.stringify(raw)} ${first?.message ?? "is not valid"}. ${setting.meaning}`,
    );
  }
  return value;
}

/** Text of the environment, as the type of the setting's default. */
function typedValue(setting: Setting, raw: string): unknown {
  if (typeof setting.default === "number") return Number(raw);
  return typeof setting.default === "boolean" ? readSwitch(setting.env, raw) : raw;
}

function readSwitch(env: string, raw: string): boolean {
  const word = raw.toLowerCase();
  if (["on", "true", "yes", "1"].includes(word)) return true;
  if (["off", "false", "no", "0"].includes(word)) return false;
  throw new BadSetting(env, `${JSON.stringify(raw)} must be on or off`);
}

function readPerSource(environment: Record<string, string | undefined>, suffix: string): Record<string, string> {
  const name = new RegExp(`^WINNOW_([A-Z0-9]+)_${suffix}$`);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([env, value]) => {
      const source = name.exec(env)?.[1];
      return source && value ? [[source.toLowerCase(), value]] : [];
    }),
  );
}

function readPrefixed(environment: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(environment).filter(([env, value]) => value && env.startsWith("WINNOW_"));
  // Kubernetes tells each container the addresses of services: of one named `winnow`, with our prefix.
  const services = given.flatMap(([env]) => /^(WINNOW.*_)SERVICE_HOST$/.exec(env)?.[1] ?? []);
  const ofService = (env: string) =>
    services.some((name) => env.startsWith(`${name}SERVICE_`) || env.startsWith(`${name}PORT`));
  return Object.fromEntries(given.filter(([env]) => !ofService(env))) as Record<string, string>;
}

function readPoliteness(environment: Record<string, string | undefined>): Config["politeness"] {
  const read: Config["politeness"] = {};
  const add = (
    suffix: string,
    name: "concurrency" | "perSecond",
    isRight: (value: number) => boolean,
    what: string,
  ) => {
    for (const [source, text] of Object.entries(readPerSource(environment, suffix))) {
      const value = Number(text);
      if (!isRight(value)) throw new BadSetting(`WINNOW_${source.toUpperCase()}_${suffix}`, `must be ${what}`);
      read[source] = { ...read[source], [name]: value };
    }
  };
  add("CONCURRENCY", "concurrency", (n) => Number.isInteger(n) && n >= 1 && n <= 1000, "a whole number from 1 to 1000");
  add("PER_SECOND", "perSecond", (n) => n > 0 && n <= 10_000, "a number above 0, at most 10000");
  return read;
}

function readOrigins(environment: Record<string, string | undefined>): Record<string, string> {
  const origins: Record<string, string> = {};
  for (const [env, value] of Object.entries(environment)) {
    const match = /^WINNOW_([A-Z0-9]+)(?:_([A-Z0-9]+))?_ORIGIN$/.exec(env);
    if (!match || !value) continue;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.pathname !== "/" || url.search !== "") {
      throw new BadSetting(
        env,
        `${JSON.stringify(value)} is not an origin such as https://site.example or http://127.0.0.1:9000`,
      );
    }
    const source = match[1]!.toLowerCase();
    origins[match[2] ? `${source}.${match[2].toLowerCase()}` : source] = url.origin;
  }
  return origins;
}
