import { maskedAddress } from "../../base/masked-address.ts";
import { chatEvents } from "../../words/webhook-formats.ts";
import type { EndpointCommand } from "../endpoints/command.ts";
import { endpointCommands } from "../generated/endpoints.ts";
import type { RemoteOperation } from "../service/operations.ts";

export type Entry = Record<string, unknown>;
export interface Row extends Entry {
  id: string;
}

/** What a file describes, in the order in which it is created: schedules name destinations. */
export const sectionNames = ["webhooks", "destinations", "schedules"] as const;
export type SectionName = (typeof sectionNames)[number];

export const endpointOf = (group: SectionName, name: string): EndpointCommand =>
  endpointCommands.find((one) => one.group === group && one.name === name)!;

/** The fields of a section are those of the body that creates one. */
export const fieldsOf = (section: SectionName) => endpointOf(section, "create").fields;

/** What changes can be made to an existing one; for other fields it is replaced. */
export const changeable: Record<SectionName, (field: string) => boolean> = {
  webhooks: (field) => field === "events",
  destinations: () => false,
  schedules: (field) => field !== "operation",
};

/** Fields that the service never shows, so that nothing can be compared with them. */
export const unseen = ["secret_access_key"];

/** What tells one from another: the address of a webhook, a name otherwise. */
export const identity = (section: SectionName, entry: Entry): string =>
  String(section === "webhooks" ? entry.url : entry.name);

/** What an entry means: with defaults, in the words of the service. */
export function normal(section: SectionName, entry: Entry, operations: RemoteOperation[]): Entry {
  const filled: Entry = Object.fromEntries(
    fieldsOf(section).map(({ name, schema }) => [name, entry[name] ?? schema.default ?? null]),
  );
  if (section === "webhooks" && filled.format !== "standard") {
    const url = String(filled.url);
    return { ...filled, url: url.includes("/…") ? url : maskedAddress(url), events: filled.events ?? chatEvents };
  }
  if (section !== "schedules") return filled;
  const operation = String(filled.operation).replace(/^\/api\//, "");
  const rules = (filled.rules as Entry[]).map((rule) => ({ field: null, value: null, ...rule }));
  const named = rules.flatMap(({ field }) => field ?? []) as string[];
  return {
    ...filled,
    operation,
    rules,
    track: [...new Set([...(filled.track as string[]), ...named])],
    request: { ...requestDefaults(operation, operations), ...(filled.request as Entry) },
  };
}

export const requestDefaults = (name: string, operations: RemoteOperation[]): Entry =>
  Object.fromEntries(
    Object.entries(operations.find((one) => one.name === name)?.fields ?? {}).flatMap(([field, schema]) =>
      schema.default === undefined || schema.default === null ? [] : [[field, schema.default]],
    ),
  );

/** Equal whatever the order of keys; what is null is as if it was not there. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== null)
            .sort(([a], [b]) => a.localeCompare(b)),
        )
      : part,
  );
