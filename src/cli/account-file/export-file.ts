import { isUnlimited } from "../../accounts/types.ts";
import type { RemoteOperation } from "../service/operations.ts";
import type { Account } from "./difference.ts";
import {
  canonical,
  type Entry,
  fieldsOf,
  identity,
  isSame,
  requestDefaults,
  type SectionName,
  sectionNames,
} from "./sections.ts";

/** What an account has, as a file: without defaults, and with references to the environment instead of secrets. */
export function exportedFile(account: Account, operations: RemoteOperation[]): Partial<Record<SectionName, Entry[]>> {
  const used = new Map<string, number>();
  /** `${SLACK_URL}`, then `${SLACK_URL_2}`. */
  const reference = (name: string): string => {
    const base = name.toUpperCase().replaceAll(/\W+/g, "_");
    const nth = (used.get(base) ?? 0) + 1;
    used.set(base, nth);
    return `\${${base}${nth === 1 ? "" : `_${nth}`}}`;
  };
  const destinations = new Map(account.destinations?.map(({ id, name }) => [id, name]));
  const entries: Record<SectionName, (row: Entry) => Entry> = {
    keys: (row) => ({
      ...row,
      manages_delivery: row.manages_delivery === isUnlimited(row) ? null : row.manages_delivery,
    }),
    webhooks: (row) => (row.format === "standard" ? row : { ...row, url: reference(`${row.format}_url`) }),
    destinations: (row) => ({ ...row, secret_access_key: reference(`${row.name}_secret_access_key`) }),
    schedules(row) {
      const operation = String(row.operation).replace(/^\/api\//, "");
      const defaults = requestDefaults(operation, operations);
      const request = Object.entries(row.request as Entry).filter(
        ([name, value]) => !isSame(value, defaults[name] ?? null),
      );
      return {
        ...row,
        operation,
        request: Object.fromEntries(request),
        destination: destinations.get(String(row.destination)),
      };
    },
  };
  return Object.fromEntries(
    sectionNames.flatMap((section) => {
      // By name, so that accounts that have the same give the same file.
      const rows = (account[section] ?? []).toSorted((one, other) => order(section, one, other));
      const list = rows.map((row) => kept(section, entries[section](escaped(row) as Entry)));
      return list.length === 0 ? [] : [[section, list]];
    }),
  );
}

function order(section: SectionName, one: Entry, other: Entry): number {
  const [a, b] = [one, other].map((row) => identity(section, row) + canonical(kept(section, row))) as [string, string];
  return a < b ? -1 : Number(a > b);
}

const kept = (section: SectionName, entry: Entry): Entry =>
  Object.fromEntries(
    fieldsOf(section).flatMap(({ name, schema }) => {
      const value = entry[name] ?? null;
      return value === null || isSame(value, schema.default) ? [] : [[name, value]];
    }),
  );

/** A `${` in a value is not a reference. */
const escaped = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/(?=\$\{)/g, "$$"));
