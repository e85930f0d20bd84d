import { isUnlimited } from "../../accounts/types.ts";
import { iso } from "../../base/iso.ts";
import { maskedAddress } from "../../base/masked-address.ts";
import { readNetwork } from "../../base/network/addresses.ts";
import { readTags } from "../../contract/tags.ts";
import type { KeyEntry } from "../../endpoints/dashboard/views/keys.ts";
import { chatEvents } from "../../words/webhook-formats.ts";
import type { CommandField, EndpointCommand } from "../endpoints/command.ts";
import { changeableKeyFields, endpointCommands, keyFields } from "../generated/endpoints.ts";
import type { RemoteOperation } from "../service/operations.ts";

export type Entry = Record<string, unknown>;
export interface Row extends Entry {
  id: string;
}

/** What a file describes, in the order in which it is created: schedules name destinations. */
export const sectionNames = ["keys", "webhooks", "destinations", "schedules"] as const;
export type SectionName = (typeof sectionNames)[number];
/** Keys are none of them: a key cannot create keys. */
export type ApiSection = Exclude<SectionName, "keys">;

const endpoint = (group: ApiSection, name: string): EndpointCommand | undefined =>
  endpointCommands.find((one) => one.group === group && one.name === name);
export const endpointOf = (group: ApiSection, name: string): EndpointCommand => endpoint(group, name)!;

/** The fields of a section are those of the body that creates one. */
export const fieldsOf = (section: SectionName): CommandField[] =>
  section === "keys" ? keyFields : endpointOf(section, "create").fields;

/** Whether a field of an existing one can be changed; for other fields it is replaced. */
export const isChangeable = (section: SectionName, field: string): boolean =>
  section === "keys"
    ? changeableKeyFields.includes(field)
    : (endpoint(section, "change")?.fields ?? []).some(({ name }) => name === field);

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
  if (section === "keys") return normalKey(filled as KeyEntry);
  if (section === "webhooks" && filled.format !== "standard") {
    const url = String(filled.url);
    return { ...filled, url: url.includes("/…") ? url : maskedAddress(url), events: filled.events ?? chatEvents };
  }
  if (section !== "schedules") return filled;
  const operation = String(filled.operation).replace(/^\/api\//, "");
  const rules = (filled.rules as Entry[]).map(({ first_run, ...rule }) => (first_run ? { ...rule, first_run } : rule));
  const named = rules.flatMap(({ field }) => field ?? []) as string[];
  return {
    ...filled,
    operation,
    rules,
    tag: readTags(String(filled.tag)) ?? filled.tag,
    track: [...new Set([...(filled.track as string[]), ...named])],
    request: { ...requestDefaults(operation, operations), ...(filled.request as Entry) },
  };
}

const normalKey = ({ networks, expires_at, manages_delivery, ...key }: KeyEntry): Entry => ({
  ...key,
  networks: networks?.map((range) => readNetwork(range) ?? range) ?? null,
  expires_at: expires_at && Number.isFinite(Date.parse(expires_at)) ? iso(Date.parse(expires_at)) : null,
  manages_delivery: manages_delivery ?? isUnlimited(key),
});

export const requestDefaults = (name: string, operations: RemoteOperation[]): Entry =>
  Object.fromEntries(
    Object.entries(operations.find((one) => one.name === name)?.fields ?? {}).flatMap(([field, schema]) =>
      schema.default === undefined || schema.default === null ? [] : [[field, schema.default]],
    ),
  );

/** Equal whatever the order of keys; what is null is as if it was not there. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== null)
            .sort(([a], [b]) => a.localeCompare(b)),
        )
      : part,
  );
