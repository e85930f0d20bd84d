import type { Plans } from "../../../src/accounts/plans.ts";
import type { AdmitCommand, WindowUsage } from "../../../src/metering/commands.ts";
import type { Admission } from "../../../src/metering/types.ts";
import { fullWindow, planLimits, windowStates } from "../../../src/metering/windows.ts";
import { practiceId } from "../../../src/store/practice-id.ts";
import { Repeats } from "./repeats.ts";
import type { Answer, Order } from "./twin-ledgers.ts";
import { Disagreement, World } from "./world.ts";

type Ending = Extract<Order, { no: string }>;

/** Whether the ledger is right; throws if not. */
function agree(holds: boolean, message: () => string): boolean {
  if (!holds) throw new Disagreement(message());
  return true;
}

/** Compares what ledgers answer to commands with the simulator's model. */
export class FuzzJudge {
  readonly #world: World;
  readonly #repeats = new Repeats();
  readonly #plans: Plans;
  /** Accounts that have had a command: one that is deleted before has no ledger. */
  readonly #opened = new Set<string>();

  constructor(plans: Plans) {
    this.#plans = plans;
    this.#world = new World(plans);
  }

  get requests() {
    return this.#repeats.requests;
  }

  newAccount(id: string, plan: string): void {
    for (const one of [id, practiceId(id)]) {
      this.#world.accounts.set(one, { points: 0, plan, once: false, month: "", given: 0 });
    }
  }

  newKey(id: string, { accountId, member }: { accountId: string; member: string | null }): void {
    const caller = { key: { id }, account: { id: accountId } };
    this.#world.keys.set(id, { caller, member, cap: null, spent: 0, held: 0, revoked: false, expiresAt: null });
  }

  key = (id: string) => this.#world.keys.get(id)!;

  changePlan(id: string, plan: string): boolean {
    if (this.#world.account(id).plan === "") return false;
    for (const one of [id, practiceId(id)]) this.#world.account(one).plan = plan;
    return true;
  }

  /** The cap is counted from what is spent, so that some of it is left. */
  capKey(id: string, room: number | null): number | null {
    const key = this.key(id);
    key.cap = room === null ? null : key.spent + room;
    return key.cap;
  }

  capMember(member: string, room: number | null): number | null {
    const keys = [...this.#world.keys.values()].filter((key) => key.member === member);
    const cap = room === null ? null : keys.reduce((sum, { spent }) => sum + spent, room);
    this.#world.memberCaps.set(member, cap);
    return cap;
  }

  revokeKey(id: string): void {
    this.key(id).revoked = true;
  }

  deleteAccount(id: string): void {
    const ids = [id, practiceId(id)];
    for (const one of ids) this.#world.account(one).plan = "";
    for (const key of this.#world.keys.values()) {
      if (!ids.includes(key.caller.account.id)) continue;
      key.revoked = true;
    }
    this.#repeats.forgotten(ids);
    for (const member of [`${id} one`, `${id} two`]) this.#world.memberCaps.set(member, null);
  }

  /** Judges a batch in the order in which a ledger runs it. */
  judge(orders: Order[], answers: Answer[]): void {
    for (const at of inOrder(orders, answers)) {
      const [order, answer] = [orders[at]!, answers[at]!];
      try {
        this.#judgeOne(order, answer);
      } catch (error) {
        throw new Error(
          `the model disagrees with ${JSON.stringify(answer)} to ${JSON.stringify(order)}: ${(error as Error).message}`,
          { cause: error },
        );
      }
    }
  }

  #judgeOne(order: Order, answer: Answer): boolean {
    const isMissing =
      (this.#world.accounts.get(order.accountId)?.plan ?? "") === "" && !this.#opened.has(order.accountId);
    if (isMissing) {
      const isRight = order.do === "admit" ? answer.kind === "key_revoked" : "failed" in answer;
      return agree(isRight, () => "there is no such account");
    }
    if (!("failed" in answer)) this.#opened.add(order.accountId);
    switch (order.do) {
      case "admit":
        return this.#admit(order, answer);
      case "settle":
      case "expire":
      case "recall":
        return this.#end(order as Ending, answer);
      case "credit": {
        const account = this.#world.account(order.accountId);
        const isBelow = account.points + order.amount < 0;
        agree("kind" in answer === isBelow, () => `${order.amount} was misjudged with ${account.points} points`);
        if (!isBelow) account.points += order.amount;
        return this.#hasPoints(order, answer);
      }
      default:
        this.#world.accrue(order.accountId, order.now, order.instead);
        return this.#hasPoints(order, answer);
    }
  }

  #hasPoints({ accountId }: { accountId: string }, answer: Answer): boolean {
    const { points } = this.#world.account(accountId);
    return agree(answer.points === points, () => `${points} points are right`);
  }

  #admit(command: AdmitCommand, answer: Answer): boolean {
    const key = this.#world.keys.get(command.keyId);
    if (!key || key.revoked) return agree(answer.kind === "key_revoked", () => "the key is revoked");
    if ((key.expiresAt ?? Number.POSITIVE_INFINITY) <= command.now) {
      return agree(answer.kind === "key_expired", () => "the key has expired");
    }
    const { plan } = this.#world.account(command.accountId);
    const repeat = this.#repeats.meets(command);
    if ("failed" in answer) {
      return agree(!(plan in this.#plans) && repeat.kind === "new", () => "it should not have failed");
    }
    if (repeat.kind === "new") agree(plan in this.#plans, () => "there is no such plan");
    this.#world.accrue(command.accountId, command.now);
    if (repeat.dead !== undefined) {
      this.#world.end(repeat.dead, 0);
      this.#repeats.expired(repeat.dead, command.now);
    }
    if (repeat.kind !== "new") {
      const isRight = answer.kind === repeat.kind && answer.requestId === repeat.requestId;
      agree(isRight, () => `${JSON.stringify(repeat)} is right`);
      return repeat.kind !== "replay" || this.#hasPoints(command, answer);
    }
    this.#world.admission(key, command.cost, this.#asAdmission(command, answer), command.now);
    if (answer.kind === "admitted") this.#repeats.admitted(command);
    return true;
  }

  #asAdmission(command: AdmitCommand, answer: Answer): Admission {
    const usage = answer as unknown as WindowUsage;
    const windows = windowStates(planLimits(this.#plans[usage.plan]!), usage.starts, usage.usage, command.now);
    const hold = {
      id: command.requestId,
      requestId: command.requestId,
      accountId: command.accountId,
      keyId: command.keyId,
      amount: command.cost,
      startedAt: command.now,
      expiresAt: command.expiresAt,
    };
    return { ...answer, hold, windows, window: fullWindow(windows) } as unknown as Admission;
  }

  #end(order: Ending, answer: Answer): boolean {
    const request = this.#repeats.requests.get(order.no);
    if (order.do === "recall") {
      const { returned } = answer as { returned: number };
      if (!request) return agree(returned === 0, () => "nothing is due");
      this.#world.recalled(this.#world.open.get(order.no)!.hold, returned);
      return true;
    }
    const isDue = request?.ended === null && (order.do === "settle" || request.command.expiresAt <= order.now);
    if (isDue && order.do === "settle") this.#repeats.settled(order.no, order as never);
    else if (isDue) this.#repeats.expired(order.no, order.now);
    if (isDue) this.#world.end(order.no, order.do === "settle" ? order.cost : 0);
    agree(answer.resolved === isDue, () => `resolved should be ${isDue}`);
    if (order.do === "expire") return true;
    const charged = this.#world.open.get(order.no)?.charged ?? 0;
    agree(answer.charged === charged, () => `${charged} is the charge`);
    return this.#hasPoints(order, answer);
  }

  /** Compares what is stored of accounts and keys. */
  audit({ balances, api_keys: keys, ledger }: Record<string, object[]>): void {
    type Balance = { account_id: string; points: number };
    for (const { account_id: id, points } of balances as Balance[]) {
      const right = this.#world.account(id).points;
      agree(points === right, () => `the balance of ${id} is ${points}, should be ${right}`);
      const own = (ledger as Array<{ account_id: string; amount: number }>).filter((entry) => entry.account_id === id);
      const sum = own.reduce((total, { amount }) => total + amount, 0);
      agree(sum === points, () => `the entries of ${id} sum to ${sum}, the balance is ${points}`);
    }
    for (const { id, spent, held } of keys as Array<{ id: string; spent: number; held: number }>) {
      const key = this.key(id);
      const isRight = spent === key.spent && held === key.held;
      agree(isRight, () => `${id} spent ${spent} and holds ${held}, should be ${key.spent} and ${key.held}`);
    }
  }
}

/**
 * The first command of a batch is sent at once, and the rest together, key by key. A batch with a command that fails is run
 * again one by one.
 */
function inOrder(orders: Order[], answers: Answer[]): number[] {
  const [first, ...rest] = orders.keys();
  if (rest.some((at) => "failed" in answers[at]!)) return [...orders.keys()];
  const keyOf = (at: number): string => `${orders[at]!.accountId} ${(orders[at] as Partial<Ending>).keyId ?? ""}`;
  return [first!, ...rest.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))) || a - b)];
}
