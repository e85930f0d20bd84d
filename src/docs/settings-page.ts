import { type Source, settingEnv } from "../contract/source.ts";

interface SettingRow {
  env: string;
  default: unknown;
  meaning: string;
}

/** The settings as a table, made from `config.ts`. */
export function settingsPage(settings: Record<string, SettingRow>, sources: readonly Source[]): string {
  const rows = Object.values(settings).map(
    ({ env, default: value, meaning }) => `| \`${env}\` | ${value === "" ? "" : `\`${value}\``} | ${meaning} |`,
  );
  return `# Settings

All of them are environment variables; nothing else is read from the environment.

| variable | default | meaning |
| --- | --- | --- |
${rows.join("\n")}
| \`WINNOW_<SOURCE>_ORIGIN\` | the stand-in | Address of a source's site, such as \`WINNOW_NLRETAIL_ORIGIN=https://site.example\`. |
| \`WINNOW_<SOURCE>_<NAME>_ORIGIN\` | the source's address | Another of its origins, such as \`WINNOW_STAYS_SUGGEST_ORIGIN\`. |
| \`WINNOW_<SOURCE>_ROUTES\` | \`direct\` | Ways out to the site, tried in order: \`direct,http://proxy:3128\\|socks5://other:1080,cdp:ws://browser:9222\` (docs/going-live.md). |
| \`WINNOW_<SOURCE>_CONCURRENCY\` |  | Requests in flight at once at the live site, over all processes, instead of the manifest's: for a site whose owner agrees. |
| \`WINNOW_<SOURCE>_PER_SECOND\` |  | Requests started a second at the live site, over all processes, instead of the manifest's. |
| \`WINNOW_<SOURCE>_ROBOTS\` | \`honour\` | \`ignore\` reads a live site whatever its robots.txt says. |
${sources.flatMap(rowsOfSource).join("\n")}
`;
}

const rowsOfSource = ({ name, settings = {} }: Source): string[] =>
  Object.entries(settings).map(
    ([setting, { default: value, meaning }]) => `| \`${settingEnv(name, setting)}\` | \`${value}\` | ${meaning} |`,
  );
