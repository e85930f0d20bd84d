import { Text } from "@mantine/core";
import type { AuditRow } from "../../../src/endpoints/dashboard/types.ts";
import type { Column } from "../ui/data-table.tsx";
import { humanise } from "../ui/format.ts";

/** Entries whose name is not what happened. */
const words: Readonly<Record<string, string>> = {
  grant: "points granted",
  plan: "plan changed",
  "set plan": "plan changed",
  role: "role changed",
  "confirm address": "address confirmed",
  "allow address": "new address allowed",
  "change address": "address changed",
  "hold source": "source held",
  "resume source": "source resumed",
};

/** Columns of the audit log: who changed what, when, and the values before and after. */
export const auditColumns: Array<Column<AuditRow>> = [
  { header: "What", role: "title", cell: ({ what }) => humanise(words[what] ?? what) },
  ["When", "at", "time"],
  ["Who", "who"],
  ["Account", "subject"],
  { header: "Change", role: "prose", cell: Change },
];

const factText = (fact: unknown): string =>
  typeof fact === "object" ? JSON.stringify(fact) : (fact as number | string).toLocaleString("en-US");

const factsOf = (value: unknown): Array<[name: string, fact: string]> =>
  Object.entries(value ?? {}).flatMap(([name, fact]) => (fact === null || fact === "" ? [] : [[name, factText(fact)]]));

/** One line for each fact that the entry names: what it was, and what it is. */
function Change({ before, after }: AuditRow) {
  const [old, now] = [new Map(factsOf(before)), new Map(factsOf(after))];
  return (
    <ul className="audit-facts">
      {[...new Set([...old.keys(), ...now.keys()])].map((name) => (
        <li key={name}>
          <Text span size="xs" c="dimmed">
            {humanise(name)}
          </Text>{" "}
          {old.has(name) ? `${old.get(name)} → ${now.get(name) ?? "none"}` : now.get(name)}
        </li>
      ))}
    </ul>
  );
}
