import { type LimitName, limits } from "../limits/limits.ts";
import { type Bound, type OwnedTable, ownership } from "../store/ownership.ts";

const forgotten = ({ rows, columns = {}, because }: OwnedTable): string => {
  if (rows === "deleted") return "deleted";
  const emptied = Object.entries(columns).flatMap(([column, fate]) =>
    typeof fate === "object" ? [`\`${column}\``] : [],
  );
  return `kept: ${because}${emptied.length > 0 ? `; emptied: ${emptied.join(", ")}` : ""}`;
};

const DAY_MS = 86_400_000;
const storedWords = (stored: string | { since: string; ms: number } = ""): string => {
  if (typeof stored === "string") return stored;
  return stored.ms === 0 ? `until \`${stored.since}\`` : `${stored.ms / DAY_MS} days`;
};

const boundWords = (bound: Bound): string => {
  if (bound === "one row") return "1";
  if (bound === "rate windows") return "one per admitted call";
  const { most, unit, per } = limits[bound.slice("limits.".length) as LimitName];
  return `${most.toLocaleString("en-US")} ${unit} (${per})`;
};

/** What the store has of accounts: how long, how many rows, and what a deletion leaves. */
export const storedData = (): string =>
  [
    "| table | stored | rows of an account | when the account is deleted |",
    "|---|---|---|---|",
    ...Object.entries(ownership).map(([name, declared]) =>
      declared.of === "nobody"
        ? `| \`${name}\` | ${storedWords(declared.stored)} | | of no account: ${declared.what} |`
        : `| \`${name}\` | ${storedWords(declared.stored)} | ${boundWords(declared.atMost)} | ${forgotten({ name, ...declared } as unknown as OwnedTable)} |`,
    ),
  ].join("\n");
