import { readFileSync } from "node:fs";
import type { Static } from "typebox";
import { Value } from "typebox/value";
import { FixableError } from "../base/fixable-error.ts";
import { readTrustedProxies } from "../base/network/trusted-proxies.ts";
import { errorMessage } from "../base/thrown.ts";
import type { SiteSettings } from "../extraction/engine.ts";
import { removedSettings, type Setting, settings } from "./settings.ts";

type Groups = typeof settings;
type Values<G extends Record<string, Setting>> = { -readonly [K in keyof G]: Static<G[K]["schema"]> };
type Environment = Record<string, string | undefined>;

/** Per-source settings from the environment, by the source's name. */
interface PerSource {
  /** `WINNOW_<SOURCE>[_<NAME>]_ORIGIN`, as `<source>` or `<source>.<name>` in lower case. */
  origins: Record<string, string>;
  /** Sources with `WINNOW_<SOURCE>_ORIGIN=stand-in`. */
  chosenStandIns: string[];
  sites: Record<string, SiteSettings>;
  /** Every non-empty `WINNOW_...` variable, unchanged; `unknownSettings` finds misspelt ones. */
  prefixed: Record<string, string>;
}

/** The settings by group; each part receives its own. */
export type Config = { [G in keyof Groups]: Values<Groups[G]> } & { sources: PerSource };

/** The value of `WINNOW_<SOURCE>_ORIGIN` that names no site. */
const STAND_IN = "stand-in";

/** The sources whose operations are offered: once one has a live address, made-up records of another must be chosen. */
export function isSetUp({ origins, chosenStandIns }: PerSource, source: string): boolean {
  return origins[source] !== undefined || chosenStandIns.includes(source) || Object.keys(origins).length === 0;
}

/** Where this machine reaches the service. */
export const localAddress = ({ host, port }: Pick<Config["server"], "host" | "port">): string =>
  `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;

/** Where people reach it. */
export const publicAddress = (server: Pick<Config["server"], "publicUrl" | "host" | "port">): string =>
  server.publicUrl.replace(/\/$/, "") || localAddress(server);

/** The address the operator set for an origin: its own, or the source's. */
export const namedOrigin = (origins: PerSource["origins"], source: string, name: string): string | undefined =>
  origins[`${source}.${name}`] ?? origins[source];

/** An invalid setting; the message names it and says what would be valid. */
export class BadSetting extends FixableError {
  readonly env: string;
  constructor(env: string, why: string) {
    super(`${env}: ${why}`);
    this.name = "BadSetting";
    this.env = env;
  }
}

export function readConfig(environment: Environment): Config {
  for (const [env, instead] of Object.entries(removedSettings)) {
    if (!["", "none"].includes(environment[env] ?? "")) throw new BadSetting(env, instead);
  }
  const read = <G extends Record<string, Setting>>(group: G) => readGroup(group, environment);
  const server = read(settings.server);
  return {
    server: { ...server, trustProxy: readAs("TRUST_PROXY", () => readTrustedProxies(server.trustProxy)) },
    shutdown: read(settings.shutdown),
    database: read(settings.database),
    accounts: read(settings.accounts),
    mail: read(settings.mail),
    jobs: read(settings.jobs),
    health: read(settings.health),
    client: readClient(environment),
    sources: { ...read(settings.sources), ...readSources(environment) },
  };
}

/** The settings of commands that call a service: they run where the service's own settings do not matter. */
export const readClient = (environment: Environment): Config["client"] => readGroup(settings.client, environment);

const readGroup = <G extends Record<string, Setting>>(group: G, environment: Environment): Values<G> =>
  Object.fromEntries(
    Object.entries(group).map(([name, setting]) => [name, readSetting(setting, environment)]),
  ) as Values<G>;

function readSources(environment: Environment): PerSource {
  for (const source of Object.keys(readPerSource(environment, "SIGN"))) {
    throw new BadSetting(`WINNOW_${source.toUpperCase()}_SIGN`, "requests are no longer signed. Remove this setting.");
  }
  return {
    origins: readOrigins(environment),
    chosenStandIns: Object.entries(readPerSource(environment, "ORIGIN")).flatMap(([source, value]) =>
      value === STAND_IN ? [source] : [],
    ),
    sites: readSites(environment),
    prefixed: readPrefixed(environment),
  };
}

export function readAs<T>(env: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(env, errorMessage(error));
  }
}

function readSetting(setting: Setting, environment: Environment): unknown {
  const raw = setting.secret ? readSecret(setting.env, environment) : environment[setting.env];
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

/** A secret, or the content of the file that `<NAME>_FILE` names, as containers mount it. */
function readSecret(env: string, environment: Environment): string | undefined {
  const file = environment[`${env}_FILE`];
  if (!file) return environment[env];
  if (environment[env]) throw new BadSetting(`${env}_FILE`, `${env} is also set; set one of them`);
  return readAs(`${env}_FILE`, () => readFileSync(file, "utf8").trim());
}

/** Parses a variable as the type of the setting's default. */
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

function readPerSource(environment: Environment, suffix: string): Record<string, string> {
  const name = new RegExp(`^WINNOW_([A-Z0-9]+)_${suffix}$`);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([env, value]) => {
      const source = name.exec(env)?.[1];
      return source && value ? [[source.toLowerCase(), value]] : [];
    }),
  );
}

function readPrefixed(environment: Environment): Record<string, string> {
  const given = Object.entries(environment).filter(([env, value]) => value && env.startsWith("WINNOW_"));
  // Kubernetes sets variables with the addresses of services; those of one named `winnow` have our prefix.
  const services = given.flatMap(([env]) => /^(WINNOW.*_)SERVICE_HOST$/.exec(env)?.[1] ?? []);
  const ofService = (env: string) =>
    services.some((name) => env.startsWith(`${name}SERVICE_`) || env.startsWith(`${name}PORT`));
  return Object.fromEntries(given.filter(([env]) => !ofService(env))) as Record<string, string>;
}

const within = (min: number, max: number) => (value: string | number) => Number(value) >= min && Number(value) <= max;
const isCount = (value: string | number) => Number.isInteger(value) && within(1, 1000)(value);

/** The settings that every source has, besides its own, and what each must be. */
const siteSettings: Record<
  keyof SiteSettings,
  { isNumber?: true; is(value: string | number): boolean; what?: string }
> = {
  routes: { is: () => true },
  country: { is: (text) => /^[a-z]{2}$/i.test(`${text}`), what: "a country's two letters, such as nl" },
  robots: { is: (text) => text === "honour" || text === "ignore", what: "honour or ignore" },
  proxyMbPerDay: { isNumber: true, is: within(0, 1_000_000), what: "a number from 0 to 1000000" },
  concurrency: { isNumber: true, is: isCount, what: "a whole number from 1 to 1000" },
  perSecond: { isNumber: true, is: within(Number.MIN_VALUE, 10_000), what: "a number above 0, at most 10000" },
};

const suffixOf = (name: string): string => name.replace(/[A-Z]/g, "_$&").toUpperCase();
/** What follows `WINNOW_<SOURCE>_` in their variables. */
export const siteSuffixes = Object.keys(siteSettings).map(suffixOf);

function readSites(environment: Environment): Record<string, SiteSettings> {
  const sites: Record<string, SiteSettings> = {};
  for (const [name, { isNumber, is, what }] of Object.entries(siteSettings)) {
    for (const [source, text] of Object.entries(readPerSource(environment, suffixOf(name)))) {
      const value = isNumber ? Number(text) : text;
      if (!is(value)) throw new BadSetting(`WINNOW_${source.toUpperCase()}_${suffixOf(name)}`, `must be ${what}`);
      sites[source] = { ...sites[source], [name]: value };
    }
  }
  return sites;
}

function readOrigins(environment: Environment): Record<string, string> {
  const origins: Record<string, string> = {};
  for (const [env, value] of Object.entries(environment)) {
    const [, source, name] =
      /^WINNOW_([A-Z0-9]+)(?:_([A-Z0-9]+))?_ORIGIN$/.exec(env)?.map((part) => part?.toLowerCase()) ?? [];
    if (!source || !value || (value === STAND_IN && !name)) continue;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.pathname !== "/" || url.search !== "") {
      throw new BadSetting(
        env,
        `${JSON.stringify(value)} is not an origin such as https://site.example or http://127.0.0.1:9000, nor stand-in`,
      );
    }
    origins[name ? `${source}.${name}` : source] = url.origin;
  }
  return origins;
}
