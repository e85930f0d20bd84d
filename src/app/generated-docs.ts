import { readFile } from "node:fs/promises";
import { agentsPage, skillFile } from "../docs/agents.ts";
import { clientTypes } from "../docs/client-types.ts";
import { commandsFile } from "../docs/command-line.ts";
import { faultsTable, headersTable, warningsTable } from "../docs/headers.ts";
import { limitsPage } from "../docs/limits-page.ts";
import { pageName } from "../docs/llms.ts";
import { errorsPage, operationPage, operationsTable, pricesPage } from "../docs/markdown.ts";
import { withMarkedParts } from "../docs/marked-parts.ts";
import { openApiDocument } from "../docs/openapi.ts";
import { pythonClient } from "../docs/python/client.ts";
import { settingsPage } from "../docs/settings-page.ts";
import { goingLiveTable, sourcesLine } from "../docs/sources-table.ts";
import { endpoints, groupTitles } from "../endpoints/index.ts";
import { type LimitName, limits } from "../limits/limits.ts";
import { createRegistry } from "../service/registry.ts";
import { findSources } from "../sources/find-sources.ts";
import { fates, type OwnedTable } from "../store/ownership.ts";
import { tableNames, tables } from "../store/tables/index.ts";
import { ACCOUNT, type Bound, DAY_MS, OWNER, type Table } from "../store/tables/table.ts";
import { settings } from "./settings.ts";

const readme = new URL("../../README.md", import.meta.url);
const goingLivePage = new URL("../../docs/going-live.md", import.meta.url);
const retentionPage = new URL("../../docs/retention.md", import.meta.url);
const practicePage = new URL("../../docs/practice.md", import.meta.url);
const callingPage = new URL("../../docs/calling.md", import.meta.url);

/** Every committed file that is made from the code, by its path. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const registry = createRegistry(await findSources(undefined, { examplesAt: 0 }));
  return {
    "docs/openapi.json": `${JSON.stringify(openApiDocument(registry), null, 2)}\n`,
    "docs/calling.md": withMarkedParts(await readFile(callingPage, "utf8"), {
      headers: headersTable(),
      warnings: warningsTable(registry.entries.map(({ operation }) => operation)),
    }),
    "docs/practice.md": withMarkedParts(await readFile(practicePage, "utf8"), { faults: faultsTable() }),
    "README.md": withMarkedParts(await readFile(readme, "utf8"), {
      sources: sourcesLine(registry.sources),
      operations: operationsTable(registry),
    }),
    "docs/going-live.md": withMarkedParts(await readFile(goingLivePage, "utf8"), {
      sources: goingLiveTable(registry.sources),
    }),
    "docs/retention.md": withMarkedParts(await readFile(retentionPage, "utf8"), { stored: storedData() }),
    "docs/errors.md": errorsPage(),
    "docs/limits.md": limitsPage(),
    "docs/agents.md": agentsPage(registry),
    "docs/skill/SKILL.md": skillFile(registry),
    "docs/prices.md": pricesPage(registry),
    "docs/settings.md": settingsPage(settings, registry.sources),
    ...clientTypes(registry),
    "src/cli/generated/endpoints.ts": commandsFile(endpoints, groupTitles),
    ...(await pythonClient(registry)),
    ...Object.fromEntries(
      registry.entries.map((entry) => [`docs/operations/${pageName(entry)}`, operationPage(entry)]),
    ),
  };
}

const forgotten = (table: OwnedTable): string => {
  if (table.rows === "deleted") return "deleted";
  const emptied = fates(table).flatMap(([column, fate]) => (typeof fate === "object" ? [`\`${column}\``] : []));
  return `kept: ${table.because}${emptied.length > 0 ? `; emptied: ${emptied.join(", ")}` : ""}`;
};

const storedWords = (stored: string | { since: string; ms: number; inWords?: string } = ""): string => {
  if (typeof stored === "string") return stored;
  if (stored.inWords !== undefined) return stored.inWords;
  return stored.ms === 0 ? `until \`${stored.since}\`` : `${stored.ms / DAY_MS} days`;
};

/** What its owner put there is the owner's to delete. */
const lessOf = ({ keepLess, stored }: Table): string => {
  if (keepLess !== undefined) return keepLess;
  if (stored === OWNER) return "delete it";
  return stored === ACCOUNT ? "delete the account" : "";
};

const boundWords = (bound: Bound): string => {
  if (bound === "one row") return "1";
  if (bound === "rate windows") return "one per admitted call";
  const { max, unit, per } = limits[bound.slice("limits.".length) as LimitName];
  return `${max.toLocaleString("en-US")} ${unit} (${per})`;
};

/** What the store has of accounts: how long, how many rows, and what a deletion leaves. */
const storedData = (): string =>
  [
    "| table | stored | to keep less | rows of an account | when the account is deleted |",
    "|---|---|---|---|---|",
    ...tableNames.map((name) => {
      const table = tables[name];
      const stored = storedWords(table.stored);
      return table.of === "nobody"
        ? `| \`${name}\` | ${stored} | ${table.keepLess ?? ""} | | of no account: ${table.what} |`
        : `| \`${name}\` | ${stored} | ${lessOf(table)} | ${boundWords(table.atMost)} | ${forgotten({ name, ...table })} |`;
    }),
  ].join("\n");
