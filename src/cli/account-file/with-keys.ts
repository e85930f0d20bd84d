import type { Command } from "commander";
import type { NewKey } from "../../accounts/keys.ts";
import { readNetworks } from "../../accounts/networks.ts";
import type { ApiKey } from "../../accounts/types.ts";
import type { OpenedAccounts } from "../../app/open-accounts.ts";
import { iso } from "../../base/iso.ts";
import { WinnowError } from "../../contract/errors.ts";
import { parseBody } from "../../contract/reading/read-request.ts";
import { readStrictly, strictReader } from "../../contract/reading/strict.ts";
import { KeyEntry } from "../../endpoints/dashboard/views/keys.ts";
import { ownerId } from "../../store/practice-id.ts";
import { CommandFailed } from "../command-failed.ts";
import { changeableKeyFields } from "../generated/endpoints.ts";
import { COMMAND_LINE, type CommandContext, ownContext } from "../operator/command-context.ts";
import { refuseUnknown } from "../operator/keys.ts";
import { accountWith } from "../operator/members.ts";
import { type Keys, type OpenKeys, register as registerFile } from "./commands.ts";
import type { Entry, Row } from "./sections.ts";

/** `apply` and `export-config` where the store is, so that they reach keys. */
export const register = (program: Command, context: Pick<CommandContext, "withParts"> = ownContext()): void =>
  registerFile(program, keysIn(context));

const keysIn =
  ({ withParts }: Pick<CommandContext, "withParts">): OpenKeys =>
  ({ email, apiKey }, work) =>
    withParts(async (parts) => {
      const { id } = await accountWith(parts, email);
      const caller = apiKey === "" ? null : await parts.accounts.ownerOf(apiKey);
      if (apiKey !== "" && (caller === null || ownerId(caller.account.id) !== id))
        throw new CommandFailed(
          `the API key is not one of ${email}, and a file describes one account; with --key "" only keys are read and changed`,
        );
      return work(keysOf(parts, id));
    });

const by = { by: COMMAND_LINE };

const keysOf = ({ accounts, store, clock }: OpenedAccounts, accountId: string): Keys => ({
  /** Those that are revoked, or that programs got by OAuth, are nobody's configuration. */
  async list() {
    const granted = await store.db
      .selectFrom("oauth_grants")
      .where("account_id", "=", accountId)
      .select("key_id")
      .execute();
    const keys = await accounts.listKeys(accountId);
    return keys
      .filter(({ id, revoked_at }) => revoked_at === null && !granted.some(({ key_id }) => key_id === id))
      .map(toRow);
  },
  async check(entry) {
    await readKey(entry, clock.now());
  },
  async create(entry) {
    const { networks, ...chosen } = await readKey(entry, clock.now());
    const { key, secret } = await accounts.createKey(accountId, chosen, by);
    const made = networks ? await accounts.changeKey(key.id, { networks }, by) : key;
    return [{ ...toRow(made ?? key), secret }];
  },
  async change({ id, ...entry }) {
    const chosen = Object.entries(await readKey(entry, clock.now()));
    const changes = Object.fromEntries(
      chosen.filter(([field]) => changeableKeyFields.includes(field) && field in entry),
    );
    const changed = await accounts.changeKey(String(id), changes, by);
    if (!changed) throw new CommandFailed(`the key ${String(entry.name)} was revoked`);
    return [toRow(changed)];
  },
});

const toRow = (key: ApiKey): Row => ({ ...key, expires_at: key.expires_at === null ? null : iso(key.expires_at) });

const read = strictReader(KeyEntry as never, "body");

/** Checks a key as the dashboard's API does. */
async function readKey(entry: Entry, now: number) {
  const { networks, expires_at, ...chosen } = strictly(entry);
  if (chosen.sources) await refuseUnknown(chosen.sources, `keys ${chosen.name}: sources`);
  const ends = expires_at ? Date.parse(expires_at) : null;
  if (ends !== null && ends <= now) throw new CommandFailed(`keys ${chosen.name}: expires_at is in the past`);
  return { ...(chosen as NewKey), networks: networks ? readNetworks(networks) : null, expires_at: ends };
}

function strictly(entry: Entry): KeyEntry {
  try {
    return readStrictly(read, parseBody(Buffer.from(JSON.stringify(entry))), []) as KeyEntry;
  } catch (error) {
    if (!(error instanceof WinnowError) || typeof error.detail === "string") throw error;
    const faults = error.detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
    throw new CommandFailed(`keys ${String(entry.name)}: ${faults.join("; ")}`);
  }
}
