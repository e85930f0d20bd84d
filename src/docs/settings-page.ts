import { type Source, settingEnv } from "../contract/source.ts";

interface SettingRow {
  env: string;
  default: unknown;
  meaning: string;
}

type Groups = Record<string, Record<string, SettingRow>>;

/** Introductions of groups whose name is not self-explanatory. */
const titles: Record<string, string> = {
  database: "Store",
  accounts: "Accounts and sign-in",
  health: "Health, metrics and traces",
  client: "Command line",
};

const headOfTable = `| variable | default | meaning |
| --- | --- | --- |`;

/** The settings as a table per group, generated from `settings.ts`. Sources come last, with their own rows. */
export function settingsPage({ sources: shared, ...groups }: Groups, sources: readonly Source[]): string {
  return `# Settings

All settings are environment variables. The command line also reads \`WINNOW_PROFILE\`, \`WINNOW_CONFIG\` and \`XDG_CONFIG_HOME\` ([command line](command-line.md)).
Every secret can be a file instead: \`AUTH_SECRET_FILE=/run/secrets/auth\` and so on.
A variable with the prefix \`WINNOW_\` that nothing reads ends the start, with the nearest name: a misspelt setting is not passed over. So does a setting that was removed, with what to do instead.

${Object.entries(groups).map(section).join("\n\n")}

${section(["sources", shared!])}
| \`WINNOW_<SOURCE>_ORIGIN\` | the stand-in | Address of a source's live site, such as \`WINNOW_NLRETAIL_ORIGIN=https://site.example\`. Once one source has one, a source without is not offered, unless this is \`stand-in\`. |
| \`WINNOW_<SOURCE>_<NAME>_ORIGIN\` | the source's address | Another origin of the source, such as \`WINNOW_STAYS_SUGGEST_ORIGIN\`. |
| \`WINNOW_<SOURCE>_ROUTES\` | \`direct\` | Routes to the site, tried in order: \`direct,http://proxy:3128\\|socks5://other:1080,cdp:ws://browser:9222\` (docs/going-live.md). |
| \`WINNOW_<SOURCE>_CONCURRENCY\` |  | Requests in flight at the live site, over all processes. Replaces the source's own limit; ask the site's owner before you raise it. |
| \`WINNOW_<SOURCE>_PER_SECOND\` |  | Requests per second at the live site, over all processes. Replaces the source's own limit. |
| \`WINNOW_<SOURCE>_COUNTRY\` | | Two letters, such as \`nl\`, that replace \`{country}\` in a route. |
| \`WINNOW_<SOURCE>_PROXY_MB_PER_DAY\` | \`1000\` | Most that a provider's proxies (\`{session}\` or \`list:\` in a route) may bring in a day (UTC). |
| \`WINNOW_<SOURCE>_ROBOTS\` | \`honour\` | \`ignore\`: read the live site even where its robots.txt forbids it. |
${sources.flatMap(rowsOfSource).join("\n")}
`;
}

const rowsOfSource = ({ name, settings = {} }: Source): string[] =>
  Object.entries(settings).map(
    ([setting, { default: value, meaning }]) => `| \`${settingEnv(name, setting)}\` | \`${value}\` | ${meaning} |`,
  );

const section = ([name, rows]: [string, Record<string, SettingRow>]): string => `## ${
  titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

${headOfTable}
${Object.values(rows).map(row).join("\n")}`;

const row = ({ env, default: value, meaning }: SettingRow): string =>
  `| \`${env}\` | ${value === "" ? "" : `\`${value}\``} | ${meaning} |`;
