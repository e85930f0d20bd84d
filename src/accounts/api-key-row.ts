import type { Row } from "../store/schema.ts";
import { type ApiKey, isUnlimited } from "./types.ts";

export const toApiKey = (row: Row<"api_keys">): ApiKey => ({
  id: row.id,
  account_id: row.account_id,
  // That of a personal account names nobody.
  person_id: row.person_id ?? row.account_id,
  name: row.name,
  prefix: row.prefix,
  is_primary: row.is_primary === 1,
  usage_context: row.usage_context,
  mode: row.mode,
  sources: row.sources === null ? null : JSON.parse(row.sources),
  networks: row.networks === null ? null : JSON.parse(row.networks),
  spending_cap: row.spending_cap,
  manages_delivery: managesDelivery(row),
  retain: row.retain,
  spent: row.spent,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  previous_ends_at: row.previous_ends_at,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});

const managesDelivery = ({ manages_delivery, ...key }: Row<"api_keys">): boolean =>
  manages_delivery === null ? isUnlimited(key) : manages_delivery === 1;
