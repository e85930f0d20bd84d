import { Type } from "typebox";
import { readNetworks } from "../../../accounts/networks.ts";
import type { ApiKey, Person } from "../../../accounts/types.ts";
import { WinnowError } from "../../../contract/errors.ts";
import type { KeyChangeBody, KeyDetail, KeysAnswer, KeyView, NewKeyAnswer, NewKeyBody } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const HOUR = 3600_000;

const orNull = <T>(schema: T) => Type.Union([schema as never, Type.Null()]);
const NewKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  usage_context: Type.Enum(["standard", "mcp_only"]),
  sources: orNull(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100 })),
  expires_in_days: orNull(Type.Integer({ minimum: 1, maximum: 3650 })),
  spending_cap: orNull(Type.Integer({ minimum: 1, maximum: 1e12 })),
});
const KeyChange = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  sources: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100 }))),
  networks: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100 }))),
  spending_cap: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 1e12 }))),
  expires_at: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 1e14 }))),
});
const Rotate = Type.Object({ overlap_hours: Type.Integer({ minimum: 0, maximum: 24 * 30 }) });

export function registerKeyRoutes({ member, recent }: GuardedRoutes, parts: DashboardParts): void {
  const { accounts, service, clock } = parts;

  function refuseUnknown(sources: string[] | null | undefined): void {
    const known = service.registry.sources.map(({ name }) => name);
    const unknown = sources?.find((source) => !known.includes(source));
    if (unknown !== undefined) throw new WinnowError("bad_request", `There is no source ${unknown}.`);
  }

  member("GET", "/keys/:id", {}, async ({ person, params }): Promise<KeyDetail> => {
    const key = await ownKey(parts, person, params.id!);
    return { key: await viewOf(parts, key, person), used_from: await usedFrom(parts, key) };
  });

  recent("PATCH", "/keys/:id", { body: KeyChange }, async ({ person, params, body }): Promise<KeyView> => {
    const { networks, ...wish } = body as KeyChangeBody;
    const key = await ownKey(parts, person, params.id!);
    refuseUnknown(wish.sources);
    if (wish.expires_at && wish.expires_at <= clock.now()) {
      throw new WinnowError("bad_request", "The expiry date is in the past. To end the key now, revoke it.");
    }
    const changed = await accounts.changeKey(key.id, {
      ...wish,
      ...(networks !== undefined && { networks: networks && networksOf(networks) }),
    });
    if (!changed) throw new WinnowError("bad_request", "This key has expired or was revoked.");
    return viewOf(parts, changed, person);
  });

  member("GET", "/keys", {}, async ({ person }): Promise<KeysAnswer> => {
    const keys = await accounts.listKeys(person.id);
    return { keys: await Promise.all(keys.toReversed().map((key) => viewOf(parts, key, person))) };
  });

  recent("POST", "/keys", { body: NewKey }, async ({ person, body }): Promise<NewKeyAnswer> => {
    const wish = body as NewKeyBody;
    refuseUnknown(wish.sources);
    const { key, secret } = await accounts.createKey(person.id, {
      name: wish.name,
      usage_context: wish.usage_context,
      sources: wish.sources,
      spending_cap: wish.spending_cap,
      expires_at: wish.expires_in_days === null ? null : clock.now() + wish.expires_in_days * 24 * HOUR,
    });
    return { key: await viewOf(parts, key, person), api_key: secret };
  });

  recent("POST", "/keys/:id/rotate", { body: Rotate }, async ({ person, params, body }): Promise<NewKeyAnswer> => {
    const old = await ownKey(parts, person, params.id!);
    const rotated = await accounts.rotateKey(old.id, (body as { overlap_hours: number }).overlap_hours * HOUR);
    if (!rotated) throw new WinnowError("bad_request", "This key has expired, was revoked, or was just rotated.");
    const { key, secret } = rotated;
    return { key: await viewOf(parts, key, person), api_key: secret };
  });

  member("DELETE", "/keys/:id", {}, async ({ person, params }) => {
    await accounts.revokeKey((await ownKey(parts, person, params.id!)).id);
    return { done: true };
  });
}

function networksOf(ranges: string[]): string[] {
  try {
    return readNetworks(ranges);
  } catch (error) {
    throw new WinnowError("bad_request", (error as RangeError).message);
  }
}

const MOST_ADDRESSES = 20;

/** Where a key was used from in the days that the log keeps, the latest first. */
async function usedFrom({ store }: DashboardParts, key: ApiKey): Promise<KeyDetail["used_from"]> {
  const rows = await store.db
    .selectFrom("call_log")
    .where("account_id", "=", key.account_id)
    .where("key_id", "=", key.id)
    .groupBy("address")
    .select((select) => [
      "address",
      select.fn.countAll<number>().as("calls"),
      select.fn.max("started_at").as("last_at"),
      select.fn.max("headers_in").as("headers_in"),
    ])
    .orderBy("last_at", "desc")
    .limit(MOST_ADDRESSES)
    .execute();
  return rows.map(({ headers_in, ...row }) => ({
    ...row,
    calls: Number(row.calls),
    user_agent: (JSON.parse(headers_in) as Record<string, string>)["user-agent"] ?? "",
  }));
}

async function ownKey({ accounts }: DashboardParts, person: Person, id: string): Promise<ApiKey> {
  const key = await accounts.findKey(id);
  if (key?.account_id !== person.id) throw notFound();
  return key;
}

export async function viewOf({ metering }: DashboardParts, key: ApiKey, person: Person): Promise<KeyView> {
  const { account_id: _, ...shown } = key;
  return { ...shown, windows: (await metering.peek({ key, person })).windows };
}
