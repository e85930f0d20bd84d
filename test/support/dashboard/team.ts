import { beforeAll, beforeEach, expect, vi } from "vitest";
import type { Store } from "../../../src/store/open-store.ts";
import type { FreshStore } from "../store/stores.ts";
import { dashboardSuite, type Visitor } from "./dashboard.ts";

const INVITED = "You are invited to Shop";

/** A service on a store, and an account "Shop" there with an owner; others join by invitation. */
export function teamSuite(fresh: FreshStore, environment: Record<string, string> = {}) {
  const suite = dashboardSuite(() => ({
    ...environment,
    DATA_DIR: fresh.settings().dataDir,
    DATABASE_URL: fresh.settings().url,
  }));
  const { visitor } = suite;
  const team = { account: "" } as { owner: Visitor; account: string };
  let made = 0;
  let opened: Promise<Store> | null = null;
  /** The service's own store, opened beside it once. */
  const store = async <T>(work: (db: Store["db"]) => Promise<T>) => {
    opened ??= fresh.open();
    return work((await opened).db);
  };

  beforeAll(async () => {
    team.owner = (await signedUp("owner")).who;
    team.account = (await team.owner.post("/accounts", { name: "Shop" })).body.id;
  });
  // What is counted by network and by person is tested by itself.
  beforeEach(() => store((db) => db.deleteFrom("attempts").execute()));

  /** A browser of somebody with a confirmed address. */
  async function signedUp(name: string): Promise<{ who: Visitor; email: string; id: string; key: string }> {
    const [who, email] = [visitor(), `${name}${made++}@people.example`];
    const { me, api_key } = await who.signUp(email);
    await who.confirm(email);
    return { who, email, id: me.id, key: api_key };
  }

  /** What a tab does that shows this account. */
  const tab = (who: Visitor, id = team.account) => ({
    get: (path: string) => who.call("GET", path, undefined, { "x-account": id }),
    post: (path: string, body: unknown = {}) => who.call("POST", path, body, { "x-account": id }),
    patch: (path: string, body: unknown) => who.call("PATCH", path, body, { "x-account": id }),
    delete: (path: string) => who.call("DELETE", path, {}, { "x-account": id }),
  });

  /** Invites an address; returns the token of the mail. */
  async function invite(email: string, role = "developer"): Promise<string> {
    const { status, body } = await tab(team.owner).post("/invitations", { email, role });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return vi.waitFor(() => team.owner.tokenTo(email, INVITED));
  }

  /** A new member of the account. */
  async function joined(role = "developer") {
    const person = await signedUp(role);
    const token = await invite(person.email, role);
    expect((await person.who.post("/invitations/accept", { token })).body).toEqual({ id: team.account });
    return person;
  }

  /** The secret of a new key of a member, without limits, and the key. */
  async function newKey(who: Visitor, over: object = {}, id = team.account) {
    const open = { usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
    const { body } = await tab(who, id).post("/keys", { name: "key", ...open, ...over });
    return { secret: body.api_key as string, key: body.key };
  }

  return { ...suite, team, store, signedUp, tab, invite, joined, newKey };
}
