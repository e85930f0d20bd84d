import type { Kysely } from "kysely";
import { selectMemberSpending } from "../accounts/member-list.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { CapOwner } from "./types.ts";

/** What a spending cap leaves, without what is held. */
interface CapLeft {
  whose: CapOwner;
  left: number;
}

const words: Record<CapOwner, { reached: string; advice?: string }> = {
  key: { reached: "The key's spending cap is reached" },
  member: {
    reached: "The spending cap of the member who has this key is reached",
    advice: "An owner or admin of the account can raise it on the Members page.",
  },
};

/** `cost` is a clause such as "this request can cost 9"; `undone` says what was not done. */
export function capReached({ whose, left }: CapLeft, cost: string, undone?: string): WinnowError {
  const { reached, advice } = words[whose];
  const sentences = [`${reached}: ${cost}, and the cap leaves ${left}.`, undone, advice];
  return new WinnowError("over_spending_cap", sentences.filter(Boolean).join(" "));
}

/** The lower of what a key's cap and its member's leave, before work is stored. Admission decides again. */
export async function readCapLeft(db: Kysely<Schema>, keyId: string): Promise<CapLeft> {
  const key = await db.selectFrom("api_keys").where("id", "=", keyId).selectAll().executeTakeFirstOrThrow();
  const own: CapLeft = { whose: "key", left: room(key) };
  if (key.person_id === null || key.mode !== "live") return own;
  const members = selectMemberSpending(db, key.account_id).where("members.person_id", "=", key.person_id);
  const member = await members.executeTakeFirst();
  const shared: CapLeft = { whose: "member", left: member ? room(member) : Number.POSITIVE_INFINITY };
  return shared.left < own.left ? shared : own;
}

const room = ({ spending_cap, spent, held }: Pick<Row<"api_keys">, "spending_cap" | "spent" | "held">): number =>
  spending_cap === null ? Number.POSITIVE_INFINITY : Math.max(0, spending_cap - spent - held);
