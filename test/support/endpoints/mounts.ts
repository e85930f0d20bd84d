import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { drawer, type Node } from "../draw-values.ts";
import type { TestService } from "../service.ts";
import { described, describedForDashboard } from "./described.ts";

/** A caller, and ids that later calls can use, by kind. */
export interface Caller {
  headers: Record<string, string>;
  ids: Map<string, string[]>;
}

/** Where endpoints are mounted, and for whom. Several callers keep each below the limit of calls per minute. */
export interface Mount {
  endpoints: Endpoint<never>[];
  prefix: string;
  callers: Caller[];
  /** An owner in the account of several people that they own. */
  owner?: Record<string, string>;
  isPageInBody: boolean;
}

export async function keyMount(service: TestService, key: string, seed: string): Promise<Mount> {
  const ids = new Map([["job", await submittedJobs(service, key, seed)]]);
  const headers = { "access-token": key, authorization: `Bearer ${service.operatorToken}` };
  return { endpoints: described, prefix: "", callers: [{ headers, ids }], isPageInBody: false };
}

/** Jobs of every operation, so that their endpoints have data to return. */
async function submittedJobs(service: TestService, key: string, seed: string): Promise<string[]> {
  const { body } = drawer(`${seed} jobs`);
  const answers = service.registry.entries.flatMap(({ operation }) =>
    Array.from({ length: 5 }, () =>
      service.post(operation.path, body(operation.request as unknown as Node), {
        key,
        headers: { prefer: "respond-async" },
      }),
    ),
  );
  return (await Promise.all(answers)).flatMap((answer) => (answer.statusCode === 202 ? [answer.json().id] : []));
}

/** Excludes calls that sign out or in as someone else, since later calls could not use that session. */
export function sentBy(
  { callers }: Endpoint<never>,
  { cookie, ...headers }: Record<string, string>,
): Record<string, string> {
  return callers.includes("nobody") || cookie === undefined ? headers : { ...headers, cookie };
}

/** Differs from the password in the examples, which would end the session or the account. */
export const PASSWORD = "horse battery staple";
const FROM_DASHBOARD = { "x-winnow-dashboard": "1" };

/** The dashboard's API, for admins who have just signed in and know another user. */
export async function dashboardMount(service: TestService, admins: number): Promise<Mount> {
  const other = await signUp(service, "other");
  // Used only to sign in: no call pauses or changes this user.
  await signUp(service, "signs-in");
  const callers = await Promise.all(
    Array.from({ length: admins }, async (_, at) => {
      const { id, cookie } = await signUp(service, `admin-${at}`);
      await service.makeAdmin(id);
      const headers = { ...FROM_DASHBOARD, cookie, "x-operator-token": service.operatorToken };
      const sources = service.registry.sources.map(({ name }) => name);
      return {
        headers,
        ids: new Map([
          ["person", [other.id]],
          ["source", sources],
        ]),
      };
    }),
  );
  const owner = await ownerOfSeveral(service);
  return { endpoints: describedForDashboard, prefix: "/dashboard-api", callers, owner, isPageInBody: true };
}

async function ownerOfSeveral(service: TestService): Promise<Record<string, string>> {
  const { id, cookie } = await signUp(service, "owner");
  const colleagues = await Promise.all(["ada", "grace", "mary"].map((name) => signUp(service, name)));
  const store = await openStore(service.config.database);
  try {
    const confirmed = { email: "owner@people.example", unconfirmed_email: null, email_verified: true };
    await store.db.updateTable("people").set(confirmed).where("id", "=", id).execute();
    const headers = { ...FROM_DASHBOARD, cookie };
    const made = await service.post("/dashboard-api/accounts", { name: "Shop" }, { headers });
    const account_id = made.json().id;
    const members = colleagues.map((one) => ({
      account_id,
      person_id: one.id,
      role: "viewer" as const,
      created_at: 1,
    }));
    await store.db.insertInto("members").values(members).execute();
    return { ...headers, "x-account": account_id };
  } finally {
    await store.close();
  }
}

export async function signUp(service: TestService, name: string): Promise<{ id: string; cookie: string }> {
  const answer = await service.post(
    "/dashboard-api/sign-up",
    { name, email: `${name}@people.example`, password: PASSWORD },
    { headers: { ...FROM_DASHBOARD, "x-operator-token": service.operatorToken } },
  );
  return { id: answer.json().me.id, cookie: cookiesOf(answer) };
}

export const cookiesOf = ({ cookies }: { cookies: Array<{ name: string; value: string }> }): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
