import { type OwnedTable, ownership } from "../store/ownership.ts";

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

/** What the store has of accounts: how long, and what a deletion leaves. */
export const storedData = (): string =>
  [
    "| table | stored | when the account is deleted |",
    "|---|---|---|",
    ...Object.entries(ownership).map(([name, declared]) =>
      declared.of === "nobody"
        ? `| \`${name}\` | ${storedWords(declared.stored)} | of no account: ${declared.what} |`
        : `| \`${name}\` | ${storedWords(declared.stored)} | ${forgotten({ name, ...declared } as unknown as OwnedTable)} |`,
    ),
  ].join("\n");
