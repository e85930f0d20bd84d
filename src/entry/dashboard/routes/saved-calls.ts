import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { WinnowError } from "../../../contract/errors.ts";
import { limits } from "../../../limits/limits.ts";
import type { SavedCall } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const NewCall = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  operation: Type.String({ maxLength: 200 }),
  body: Type.Object({}, { additionalProperties: true }),
});

/** Calls that somebody keeps for the playground. */
export function registerSavedCallRoutes({ member }: GuardedRoutes, { store, clock, service }: DashboardParts): void {
  member("GET", "/saved-calls", {}, async ({ person }): Promise<{ calls: SavedCall[] }> => {
    const rows = await store.db
      .selectFrom("saved_calls")
      .where("account_id", "=", person.id)
      .orderBy("name")
      .orderBy("id")
      .selectAll()
      .execute();
    return { calls: rows.map(({ account_id: _, body, ...row }) => ({ ...row, body: JSON.parse(body) })) };
  });

  member("POST", "/saved-calls", { body: NewCall }, async ({ person, body }): Promise<SavedCall> => {
    if (!service.registry.byPath(body.operation)) throw notFound();
    const { total } = await store.db
      .selectFrom("saved_calls")
      .where("account_id", "=", person.id)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    if (Number(total) >= limits.savedCalls.most) {
      throw new WinnowError(
        "bad_request",
        `An account keeps at most ${limits.savedCalls.most} calls. Delete one first.`,
      );
    }
    const { name, operation } = body;
    const made = { id: randomUUID(), name, operation, created_at: clock.now() };
    await store.db
      .insertInto("saved_calls")
      .values({ ...made, account_id: person.id, body: JSON.stringify(body.body) })
      .execute();
    return { ...made, body: body.body };
  });

  member("DELETE", "/saved-calls/:id", {}, async ({ person, params }) => {
    const { numDeletedRows } = await store.db
      .deleteFrom("saved_calls")
      .where("id", "=", params.id!)
      .where("account_id", "=", person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    return { done: true };
  });
}
