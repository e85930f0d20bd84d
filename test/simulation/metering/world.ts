import type { Plans } from "../../../src/accounts/plans.ts";
import type { Admission, Hold, WindowState } from "../../../src/metering/types.ts";
import { monthAt, windowStart } from "../../../src/metering/windows.ts";

interface ModelAccount {
  points: number;
  plan: string;
  once: boolean;
  month: string;
  given: number;
}

interface ModelKey<Caller = Who> {
  caller: Caller;
  /** Whose key it is; null for nobody's. */
  member: string | null;
  cap: number | null;
  spent: number;
  held: number;
  revoked: boolean;
  expiresAt?: number | null;
}

interface Who {
  key: { id: string };
  account: { id: string };
}

const DAY_MS = 86_400_000;
/** The points of a practice account, every month. */
const PRACTICE = { points: 100_000, once: false };

/** The ledger did something that the rules do not allow. */
export class Disagreement extends Error {}

function agree(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new Disagreement(message());
}

const leftOf = (cap: number | null, keys: ModelKey[]): number =>
  cap === null ? Number.POSITIVE_INFINITY : keys.reduce((left, { spent, held }) => left - spent - held, cap);

/**
 * The rules, written a second time and plainly: what every balance must be, and whether a request may be admitted. It
 * counts admissions by the windows they were reported in, independently of how windows are stored.
 */
export class World<Caller extends Who = Who> {
  readonly accounts = new Map<string, ModelAccount>();
  readonly keys = new Map<string, ModelKey<Caller>>();
  readonly memberCaps = new Map<string, number | null>();
  readonly open = new Map<string, { hold: Hold; charged: number | null }>();
  readonly #returned = new Set<string>();
  readonly #admitted = new Map<string, number>();
  /** The end of the window that each key was last counted in. */
  readonly #lastWindow = new Map<string, number>();
  readonly #plans: Plans;

  constructor(plans: Plans) {
    this.#plans = plans;
  }

  account(id: string): ModelAccount {
    return this.accounts.get(id)!;
  }

  /** Grants what the plan owes, or `instead` if it owes anything. */
  accrue(id: string, now: number, instead: number | null = null): void {
    const account = this.account(id);
    const plan = this.#plans[account.plan];
    if (!plan) return;
    const terms = isPractice(id) ? PRACTICE : plan;
    const month = monthAt(now);
    if (terms.once) {
      if (!account.once) account.points += instead ?? terms.points;
      account.once = true;
      return;
    }
    if (month > account.month) {
      account.month = month;
      account.given = 0;
    }
    const due = Math.max(0, terms.points - account.given);
    account.points += due === 0 ? 0 : (instead ?? due);
    account.given = Math.max(account.given, terms.points);
  }

  admission(key: ModelKey, cost: number, admission: Admission, now: number): void {
    const account = this.account(key.caller.account.id);
    if (key.revoked) {
      // A full window is rejected from memory, before the lookup that would find the key revoked.
      const refused = admission.kind === "key_ended" || admission.kind === "over_window";
      agree(refused, () => `a revoked key was answered ${admission.kind}`);
      return;
    }
    agree("windows" in admission, () => `unexpected ${admission.kind}`);
    if (admission.kind !== "over_window") this.accrue(key.caller.account.id, now);
    const room = leftOf(key.cap, [key]);
    const ofMember = this.memberRoom(key);
    switch (admission.kind) {
      case "admitted":
        agree(account.points >= cost, () => `let in at ${cost} with ${account.points} points`);
        agree(room >= cost, () => `let in at ${cost} with ${room} below the cap`);
        agree(ofMember >= cost, () => `let in at ${cost} with ${ofMember} below the member's cap`);
        account.points -= cost;
        key.held += cost;
        this.open.set(admission.hold.id, { hold: admission.hold, charged: null });
        for (const window of admission.windows) this.#count(key, window, now);
        break;
      case "over_window":
        agree(admission.window.usage >= admission.window.limit, () => "refused by a window with room in it");
        agree(admission.window.resets_at > now, () => "refused by a window that has ended");
        agree(
          this.#counted(key, admission.window) === admission.window.usage,
          () => `refused at usage ${admission.window.usage}, counted ${this.#counted(key, admission.window)}`,
        );
        return;
      case "not_enough_points":
        agree(account.points < cost, () => `refused ${cost} with ${account.points} points`);
        break;
      case "over_spending_cap":
        agree(
          (admission.whose === "key" ? room : ofMember) < cost,
          () => `refused by the cap of the ${admission.whose}`,
        );
        agree(
          admission.left === Math.max(0, admission.whose === "key" ? room : ofMember),
          () => `said that ${admission.left} is left`,
        );
        break;
      default:
        agree(false, () => `unexpected ${admission.kind}`);
    }
    agree(admission.points === account.points, () => `said ${admission.points} points, should be ${account.points}`);
  }

  /** What the cap of a key's member leaves, over all their keys. */
  memberRoom({ member, caller }: ModelKey): number {
    if (member === null || isPractice(caller.account.id)) return Number.POSITIVE_INFINITY;
    const keys = [...this.keys.values()].filter((key) => key.member === member && !isPractice(key.caller.account.id));
    return leftOf(this.memberCaps.get(member) ?? null, keys);
  }

  #windowKey = (key: ModelKey, { name, resets_at }: WindowState) => `${key.caller.key.id} ${name} ${resets_at}`;
  #counted = (key: ModelKey, window: WindowState) => this.#admitted.get(this.#windowKey(key, window)) ?? 0;

  #count(key: ModelKey, window: WindowState, now: number): void {
    const name = `${key.caller.key.id} ${window.name}`;
    const last = this.#lastWindow.get(name) ?? 0;
    this.#lastWindow.set(name, window.resets_at);
    // A clock that was a day ahead was wrong: its window is left for an earlier one, and both are counted anew.
    if (window.resets_at < last && windowStart(window.name, last - 1) - now > DAY_MS) {
      for (const counted of this.#admitted.keys()) if (counted.startsWith(`${name} `)) this.#admitted.delete(counted);
    }
    const count = this.#counted(key, window) + 1;
    this.#admitted.set(this.#windowKey(key, window), count);
    agree(count <= window.limit, () => `${window.name}: ${count} let in, the limit is ${window.limit}`);
    agree(count === window.usage, () => `${window.name}: usage ${window.usage}, let in ${count}`);
  }

  /** Ending a hold charges `cost`; ending it again changes nothing. */
  settled(hold: Hold, cost: number, { charged, points }: { charged: number; points: number }): void {
    const entry = this.open.get(hold.id)!;
    if (entry.charged === null) this.end(hold.id, cost);
    agree(charged === entry.charged, () => `charged ${charged}, should be ${entry.charged}`);
    const expected = this.account(hold.accountId).points;
    agree(points === expected, () => `said ${points} points, should be ${expected}`);
  }

  /** A recall returns a charge once; of a request that has not ended, or cost nothing, it returns nothing. */
  recalled(hold: Hold, returned: number): void {
    const { charged } = this.open.get(hold.id)!;
    const due = this.#returned.has(hold.id) ? 0 : (charged ?? 0);
    agree(returned === due, () => `a recall returned ${returned}, should be ${due}`);
    if (due === 0) return;
    this.#returned.add(hold.id);
    this.account(hold.accountId).points += due;
    this.keys.get(hold.keyId)!.spent -= due;
  }

  /** Holds past their time are released, and none before. */
  swept(now: number, freed: number): void {
    const due = [...this.open.values()].filter(({ hold, charged }) => charged === null && hold.expiresAt <= now);
    agree(freed === due.length, () => `${freed} holds were freed, ${due.length} were due`);
    for (const { hold } of due) this.end(hold.id, 0);
  }

  end(id: string, cost: number): void {
    const entry = this.open.get(id)!;
    entry.charged = cost;
    this.account(entry.hold.accountId).points += entry.hold.amount - cost;
    const key = this.keys.get(entry.hold.keyId)!;
    key.held -= entry.hold.amount;
    key.spent += cost;
  }

  /** Compares the store's view of an account with the expected one. */
  audited(id: string, audit: Audit): void {
    const { points } = this.account(id);
    agree(audit.points === points, () => `balance is ${audit.points}, should be ${points}`);
    agree(audit.total === audit.points, () => `entries sum to ${audit.total}, balance is ${audit.points}`);
    agree(audit.lowest >= 0, () => `a balance of ${audit.lowest}`);
    agree(audit.returned <= audit.charged, () => `${audit.returned} returned of ${audit.charged} charged`);
    agree(audit.endings === audit.endedHolds, () => `${audit.endings} endings of ${audit.endedHolds} holds`);
  }
}

const isPractice = (accountId: string): boolean => accountId.startsWith("test-");

/** An account as stored, with all entries. */
export interface Audit {
  points: number;
  total: number;
  lowest: number;
  endings: number;
  endedHolds: number;
  charged: number;
  returned: number;
}
