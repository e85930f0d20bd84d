import { type LimitName, limits } from "../limits/limits.ts";
import { fates, type OwnedTable } from "../store/ownership.ts";
import { tableNames, tables } from "../store/tables/index.ts";
import { ACCOUNT, type Bound, DAY_MS, OWNER, type Table } from "../store/tables/table.ts";

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
export const storedData = (): string =>
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
