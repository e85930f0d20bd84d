import type { Kysely } from "kysely";
import { Type } from "typebox";
import { readNetworks } from "../../accounts/networks.ts";
import { toCaller } from "../../accounts/practice-account.ts";
import { may } from "../../accounts/roles.ts";
import type { Account, ApiKey } from "../../accounts/types.ts";
import { WinnowError } from "../../contract/errors.ts";
import { integer } from "../../contract/shapes.ts";
import type { Service } from "../../service/service.ts";
import { practiceId } from "../../store/practice-id.ts";
import type { Schema } from "../../store/schema.ts";
import { type DashboardContext, done, gives, type Member, memberGroup, notFound } from "./context.ts";
import { KeyChangeBody, KeyDetail, KeysAnswer, KeyView, NewKeyAnswer, NewKeyBody } from "./views/keys.ts";

const { member, recent } = memberGroup("work", "keys", "key");
const HOUR = 3_600_000;

/** The account's keys. */
export const keyEndpoints = [
  member("GET /keys", {
    summary: "The account's keys, newest first",
    answer: gives(KeysAnswer),
    async handle({ caller: { account } }, context) {
      const keys = await context.accounts.listKeys(account.id);
      return { keys: await Promise.all(keys.toReversed().map((key) => toView(context, key, account))) };
    },
  }),
  recent("POST /keys", {
    summary: "Create a key",
    body: NewKeyBody,
    examples: [{ name: "Shop", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null }],
    answer: gives(NewKeyAnswer),
    async handle({ caller: { person, account }, body: { expires_in_days, ...input } }, context) {
      refuseUnknownSource(context.service, input.sources);
      const expires_at = expires_in_days === null ? null : context.clock.now() + expires_in_days * 24 * HOUR;
      const made = { ...input, person_id: person.id, expires_at };
      const { key, secret } = await context.accounts.createKey(account.id, made, { person: person.id });
      return { key: await toView(context, key, account), api_key: secret };
    },
  }),
  member("GET /keys/{id}", {
    summary: "A key and the addresses it was used from",
    answer: gives(KeyDetail),
    async handle({ caller: { account }, params }, context) {
      const key = await ownKey(context, account, params.id);
      return { key: await toView(context, key, account), used_from: await usedFrom(context.store.db, key) };
    },
  }),
  recent("PATCH /keys/{id}", {
    summary: "Change a key",
    body: KeyChangeBody,
    examples: [{ name: "Shop" }],
    answer: gives(KeyView),
    async handle({ caller, params, body: { networks, ...input } }, context) {
      const key = await keyToChange(context, caller, params.id);
      if (input.manages_delivery !== undefined && input.manages_delivery !== false) refuseBelowAdmin(caller);
      refuseUnknownSource(context.service, input.sources);
      if (input.expires_at && input.expires_at <= context.clock.now()) {
        throw new WinnowError("bad_request", "The expiry date is in the past. To end the key now, revoke it.");
      }
      const changes = { ...input, ...(networks !== undefined && { networks: networks && networksOf(networks) }) };
      const changed = await context.accounts.changeKey(key.id, changes, { person: caller.person.id });
      if (!changed) throw new WinnowError("bad_request", "This key has expired or was revoked.");
      return toView(context, changed, caller.account);
    },
  }),
  recent("POST /keys/{id}/rotate", {
    summary: "Give a key a new secret",
    body: Type.Object({ overlap_hours: integer({ minimum: 0, maximum: 24 * 30 }) }),
    examples: [{ overlap_hours: 1 }],
    answer: gives(NewKeyAnswer),
    async handle({ caller, params, body }, context) {
      const old = await keyToChange(context, caller, params.id);
      const rotated = await context.accounts.rotateKey(old.id, body.overlap_hours * HOUR, { person: caller.person.id });
      if (!rotated) throw new WinnowError("bad_request", "This key has expired, was revoked, or was just rotated.");
      return { key: await toView(context, rotated.key, caller.account), api_key: rotated.secret };
    },
  }),
  member("DELETE /keys/{id}", {
    summary: "Revoke a key",
    answer: done,
    handle: async ({ caller, params }, context) =>
      context.accounts.revokeKey((await keyToChange(context, caller, params.id)).id, { person: caller.person.id }),
  }),
];

export function refuseUnknownSource({ registry }: Service, sources: string[] | null | undefined): void {
  const unknown = sources?.find((source) => !registry.sources.some(({ name }) => name === source));
  if (unknown !== undefined) throw new WinnowError("bad_request", `There is no source ${unknown}.`);
}

function networksOf(ranges: string[]): string[] {
  try {
    return readNetworks(ranges);
  } catch (error) {
    if (error instanceof RangeError) throw new WinnowError("bad_request", error.message);
    throw error;
  }
}

async function ownKey({ accounts }: DashboardContext, account: Account, id: string): Promise<ApiKey> {
  const key = await accounts.findKey(id);
  if (key?.account_id !== account.id) throw notFound();
  return key;
}

/** A member changes their own keys, and an admin those of others. Everybody sees them all, so this is no secret. */
async function keyToChange(context: DashboardContext, caller: Member, id: string): Promise<ApiKey> {
  const key = await ownKey(context, caller.account, id);
  if (key.person_id !== caller.person.id) refuseBelowAdmin(caller);
  return key;
}

function refuseBelowAdmin({ role }: Member): void {
  if (!may(role, "manage"))
    throw new WinnowError("source_forbidden", `You are a ${role} of this account, and this needs the role admin.`);
}

async function toView({ metering, store }: DashboardContext, key: ApiKey, account: Account): Promise<KeyView> {
  const { account_id: _, ...shown } = key;
  const person = store.db.selectFrom("people").where("id", "=", key.person_id).select("name").executeTakeFirst();
  const { windows } = await metering.peek(toCaller(key, account));
  return { ...shown, person_name: (await person)?.name ?? "", windows };
}

const MAX_ADDRESSES = 20;

/** Where a key was used from in the days that the log keeps, the latest first. */
async function usedFrom(db: Kysely<Schema>, key: ApiKey): Promise<KeyDetail["used_from"]> {
  const rows = await db
    .selectFrom("call_log")
    .where("account_id", "=", key.mode === "test" ? practiceId(key.account_id) : key.account_id)
    .where("key_id", "=", key.id)
    .groupBy("address")
    .select((select) => [
      "address",
      select.fn.countAll<number>().as("calls"),
      select.fn.max("started_at").as("last_at"),
      select.fn.max("headers_in").as("headers_in"),
    ])
    .orderBy("last_at", "desc")
    .limit(MAX_ADDRESSES)
    .execute();
  return rows.map(({ headers_in, ...row }) => {
    const headers: Record<string, string> = JSON.parse(headers_in);
    return { ...row, calls: Number(row.calls), user_agent: headers["user-agent"] ?? "" };
  });
}
