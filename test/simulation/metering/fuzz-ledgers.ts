import { storedFacts } from "../../../src/contract/answer-facts.ts";
import type { AdmitCommand, SettleCommand } from "../../../src/metering/commands.ts";
import { monthAt, windowStarts } from "../../../src/metering/windows.ts";
import { type Seeded, seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { forgetAccount } from "../../../src/store/forget-account.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { practiceId } from "../../../src/store/practice-id.ts";
import { FuzzJudge } from "./fuzz-judge.ts";
import { simulatedPlans } from "./parts.ts";
import { type Order, openTwins } from "./twin-ledgers.ts";

export interface Fuzz {
  stores: [Store, Store];
  seed: number;
  batches: number;
}

const DAY_MS = 86_400_000;
/** `gone` is a plan that the operator's file lacks. */
const PLANS = [...Object.keys(simulatedPlans), "gone"];

/**
 * Gives the same drawn commands to both ledgers and to the model, and compares every answer and every row after each batch.
 * Throws at the first difference, with the seed and the batch. Returns the number of commands.
 */
export async function fuzzLedgers({ stores, seed, batches }: Fuzz): Promise<{ commands: number }> {
  const fuzz = new Run(stores, seed);
  try {
    await fuzz.begin();
    for (let batch = 1; batch <= batches; batch++) {
      try {
        await fuzz.step();
      } catch (error) {
        throw new Error(`seed ${seed}, batch ${batch}: ${(error as Error).message}`, { cause: error });
      }
    }
    return { commands: fuzz.commands };
  } finally {
    await fuzz.end();
  }
}

const changes = {
  plan: 3,
  keyCapped: 4,
  memberCapped: 5,
  keyRevoked: 1,
  keyExpires: 1,
  keyHandedOver: 2,
  answerKept: 2,
  accountDeleted: 0.7,
};

const weighted = <Kind extends string>(random: Seeded, weights: Record<Kind, number>): Kind => {
  const all = Object.entries(weights) as Array<[Kind, number]>;
  let left = random.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of all) {
    left -= weight;
    if (left < 0) return kind;
  }
  return all[0]![0];
};

class Run {
  commands = 0;
  readonly #twins: ReturnType<typeof openTwins>;
  readonly #random: Seeded;
  readonly #seed: number;
  readonly #judge = new FuzzJudge(simulatedPlans);
  readonly #accounts: string[];
  #now: number;

  constructor(stores: [Store, Store], seed: number) {
    this.#twins = openTwins(stores);
    this.#random = seeded(`ledgers ${seed}`);
    this.#seed = seed;
    this.#now = Date.UTC(2027, this.#random.int(0, 11), this.#random.int(1, 28), 23, 50);
    this.#accounts = [1, 2, 3, 4].map((number) => `f${seed}-${number}`);
  }

  async begin(): Promise<void> {
    for (const id of this.#accounts) {
      const plan = this.#random.pick(PLANS.slice(0, 3));
      this.#judge.newAccount(id, plan);
      const members = [`${id} one`, `${id} two`];
      const person = { account_id: id, role: "developer" as const, created_at: this.#now };
      const rows = members.map((person_id) => ({ ...person, person_id }));
      const keys = [1, 2, 3, 4, 5].map((number) => {
        const mode = number === 5 ? ("test" as const) : ("live" as const);
        const member = number === 1 ? null : this.#random.pick(members);
        this.#judge.newKey(`${id} key ${number}`, { accountId: mode === "test" ? practiceId(id) : id, member });
        return { id: `${id} key ${number}`, account_id: id, mode, person_id: member };
      });
      await this.#twins.change(async ({ db }) => {
        await db.insertInto("accounts").values({ id, plan, created_at: this.#now }).execute();
        await db.insertInto("members").values(rows).execute();
        for (const key of keys) {
          const rest = { prefix: "k", hash: key.id, name: "key", is_primary: 0, created_at: this.#now };
          await db
            .insertInto("api_keys")
            .values({ ...key, ...rest, usage_context: "standard" })
            .execute();
        }
      });
    }
  }

  async step(): Promise<void> {
    this.#passTime();
    if (this.#random.chance(0.35)) await this.#change(weighted(this.#random, changes));
    const orders = Array.from({ length: this.#random.pick([1, 1, 2, 5, 12]) }, () => this.#order());
    const answers = await this.#twins.run(orders);
    this.commands += orders.length;
    this.#judge.judge(orders, answers);
    this.#judge.audit(await this.#twins.compareRows(this.#accounts.flatMap((id) => [id, practiceId(id)])));
  }

  #passTime(): void {
    const random = this.#random;
    this.#now += random.int(0, 3_000);
    if (random.chance(0.1)) this.#now += random.int(-20_000, 400_000);
    if (random.chance(0.04)) this.#now += random.pick([-2 * DAY_MS, -3_600_000, 3_600_000, DAY_MS, 2 * DAY_MS]);
    if (random.chance(0.02)) {
      const { year, month } = { year: new Date(this.#now).getUTCFullYear(), month: new Date(this.#now).getUTCMonth() };
      this.#now = Date.UTC(year, month + 1, 1) - 400;
    }
  }

  #order(): Order {
    const kinds = { admit: 50, settle: 26, expire: 8, recall: 7, credit: 5, accrue: 3, unknown: 1 };
    // Processes do not agree on the time.
    const now = this.#now + this.#random.int(-40, 40);
    switch (weighted(this.#random, kinds)) {
      case "settle":
        return this.#settle(now);
      case "expire":
        return { do: "expire", ...this.#anyRequest(), now };
      case "recall":
        return { do: "recall", ...this.#anyRequest(), recallNo: this.#random.int(1, 99), now };
      case "credit": {
        const kind = this.#random.pick(["grant", "top_up", "correction"] as const);
        const amount = kind === "correction" ? -this.#random.int(1, 800) : this.#random.int(0, 400);
        const note = this.#random.pick([null, "by hand"]);
        return { do: "credit", accountId: this.#anyAccount(), kind, amount, note, now };
      }
      case "accrue": {
        const instead = this.#random.pick([null, null, 0, 55]);
        return { do: "accrue", accountId: this.#anyAccount(), month: monthAt(now), instead, now };
      }
      case "unknown":
        return { do: "credit", accountId: `${this.#seed} nobody`, kind: "top_up", amount: 5, note: null, now };
      default:
        return this.#admit(now);
    }
  }

  #anyAccount(): string {
    const id = this.#random.pick(this.#accounts);
    return this.#random.chance(0.2) ? practiceId(id) : id;
  }

  #admit(now: number): AdmitCommand {
    const random = this.#random;
    const accountId = random.chance(0.6) ? this.#accounts[0]! : random.pick(this.#accounts);
    const number = random.pick([1, 1, 2, 3, 4, 5]);
    const isRepeatable = random.chance(0.4);
    return {
      do: "admit",
      accountId: number === 5 ? practiceId(accountId) : accountId,
      keyId: random.chance(0.02) ? "no key" : `${accountId} key ${number}`,
      now,
      starts: windowStarts(now),
      deadAt: random.chance(0.2) ? 0 : now,
      month: monthAt(now),
      requestId: `${this.#seed} ${random.int(1, 1e12)}`,
      endpoint: "/api/x",
      source: "x",
      door: random.pick(["http", "jobs"]),
      cost: random.pick([0, 1, 5, 10, 20, 50, 120, 700]),
      timeout: 60,
      expiresAt: now + random.pick([1, 30_000, 90_000, 330_000]),
      params: '{"q":"ü \\" \\\\ x"}',
      tags: random.pick([null, '{"a":"b"}']),
      idempotencyKey: isRepeatable ? random.pick(["a", "b", "c"]) : null,
      digest: isRepeatable ? random.pick(["one", "one", "one", "two"]) : null,
      idempotencyEnds: now + DAY_MS,
      question: random.pick([null, "this?", "that?"]),
      equalSince: random.chance(0.2) ? now - random.pick([0, 60_000, DAY_MS]) : null,
    };
  }

  /** Any request that was admitted, more often one in flight, or one that never was. */
  #anyRequest(): { accountId: string; keyId: string; no: string } {
    const all = [...this.#judge.requests.values()];
    const open = all.filter(({ ended }) => ended === null);
    const request = this.#random.pick(this.#random.chance(0.7) && open.length > 0 ? open : all);
    if (!request) return { accountId: this.#accounts[0]!, keyId: `${this.#accounts[0]} key 1`, no: "never admitted" };
    const { accountId, keyId, requestId } = request.command;
    return { accountId, keyId, no: requestId };
  }

  #settle(now: number): Order {
    const random = this.#random;
    const request = this.#anyRequest();
    const held = this.#judge.requests.get(request.no)?.command.cost ?? 5;
    const status = random.pick([200, 200, 200, 408, 499, 500]);
    const body = Buffer.from(`body ${random.int(1, 99)}`).toString("base64");
    const facts = Object.fromEntries(
      Object.keys(storedFacts(null)).map((name) => [name, random.chance(0.3) ? drawnFact(name, random) : null]),
    ) as unknown as ReturnType<typeof storedFacts>;
    const command: Omit<SettleCommand, "no"> & { no: string } = {
      do: "settle",
      ...request,
      now,
      held,
      status,
      cost: status === 200 ? random.pick([held, random.int(0, held)]) : 0,
      results: random.int(0, 40),
      upstreamPages: random.int(0, 3),
      errorText: status === 200 ? null : "it failed",
      ...facts,
      answer: random.chance(0.5) ? { status, headers: '{"a":"1"}', body, expiresAt: now + 7 * DAY_MS } : null,
      keepsKey: random.chance(0.3),
    };
    return command;
  }

  async #change(kind: keyof typeof changes): Promise<void> {
    const random = this.#random;
    const [id, judge] = [random.pick(this.#accounts), this.#judge];
    const keyId = `${id} key ${random.int(1, 5)}`;
    const ofKey = (set: {
      spending_cap?: number | null;
      revoked_at?: number;
      expires_at?: number;
      person_id?: string;
    }) => this.#twins.change(({ db }) => db.updateTable("api_keys").where("id", "=", keyId).set(set).execute());
    if (kind === "plan") {
      const plan = random.pick([...PLANS, ...PLANS.slice(0, 3)]);
      if (judge.changePlan(id, plan)) {
        await this.#twins.change(({ db }) => db.updateTable("accounts").where("id", "=", id).set({ plan }).execute());
      }
    } else if (kind === "keyCapped") {
      await ofKey({ spending_cap: judge.capKey(keyId, random.chance(0.3) ? null : random.int(0, 500)) });
    } else if (kind === "memberCapped") {
      const member = `${id} ${random.pick(["one", "two"])}`;
      const cap = judge.capMember(member, random.chance(0.3) ? null : random.int(1, 400));
      await this.#twins.change(({ db }) =>
        db.updateTable("members").where("person_id", "=", member).set({ spending_cap: cap }).execute(),
      );
    } else if (kind === "keyRevoked" && random.chance(0.5)) {
      judge.revokeKey(keyId);
      await ofKey({ revoked_at: this.#now });
    } else if (kind === "keyExpires" && random.chance(0.5)) {
      const ends = this.#now + random.int(0, 900_000);
      judge.key(keyId).expiresAt = ends;
      await ofKey({ expires_at: ends });
    } else if (kind === "keyHandedOver") {
      const member = `${id} ${random.pick(["one", "two"])}`;
      judge.key(keyId).member = member;
      await ofKey({ person_id: member });
    } else if (kind === "answerKept") await this.#keepAnswer();
    else if (kind === "accountDeleted" && id !== this.#accounts[1]) await this.#deleteAccount(id);
  }

  /** What a process that settles late has stored already. */
  async #keepAnswer(): Promise<void> {
    const open = [...this.#judge.requests.values()].filter(({ ended, hasAnswer }) => ended === null && !hasAnswer);
    if (open.length === 0) return;
    const { command, ...request } = this.#random.pick(open);
    if (request.isForgotten) return;
    this.#judge.requests.get(command.requestId)!.hasAnswer = true;
    const { accountId: account_id, requestId: request_id } = command;
    const answer = { account_id, request_id, status: 200, headers: "{}", body: Buffer.from("kept") };
    await this.#twins.change(({ db }, number) =>
      db
        .insertInto("answers")
        .values({ ...answer, request_no: number(request_id), expires_at: this.#now + 7 * DAY_MS })
        .execute(),
    );
  }

  async #deleteAccount(id: string): Promise<void> {
    this.#judge.deleteAccount(id);
    await this.#twins.change(({ db }) =>
      db.transaction().execute((trx) => forgetAccount(trx, { accountId: id, at: this.#now })),
    );
  }

  end = (): Promise<void> => this.#twins.close();
}

function drawnFact(name: string, random: Seeded): string | number {
  if (name === "standIn") return random.int(0, 1);
  return ["resultsTotal", "age", "recalled"].includes(name) ? random.int(0, 1e6) : `${name} ${random.int(1, 9)}`;
}
