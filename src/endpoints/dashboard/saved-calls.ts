import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { WinnowError } from "../../contract/errors.ts";
import { given, listOf } from "../../contract/shapes.ts";
import { limits } from "../../limits/limits.ts";
import { changesRow } from "../../store/row-changes.ts";
import { done, gives, memberGroup, notFound } from "./context.ts";
import { SavedCall, ToCall } from "./views/requests.ts";

const { member } = memberGroup("work", "saved-calls", "call");

/** Calls saved for the playground. */
export const savedCallEndpoints = [
  member("GET /saved-calls", {
    summary: "The saved calls",
    answer: gives(Type.Object({ calls: listOf(SavedCall) })),
    async handle({ caller }, { store }) {
      const rows = await store.db
        .selectFrom("saved_calls")
        .where("account_id", "=", caller.account.id)
        .orderBy("name")
        .orderBy("id")
        .selectAll()
        .execute();
      return { calls: rows.map(({ account_id: _, body, ...row }) => ({ ...row, body: JSON.parse(body) })) };
    },
  }),
  member("POST /saved-calls", {
    summary: "Save a call",
    body: Type.Object({ name: given({ maxLength: 80 }), ...ToCall.properties }),
    examples: [{ name: "Lamps", operation: "/api/nlretail/products/search", body: { keyword: "lamp", count: 1 } }],
    limits: ["savedCalls"],
    answer: gives(SavedCall),
    async handle({ caller: { account }, body: { name, operation, body } }, { store, clock, service }) {
      if (!service.registry.byPath(operation)) throw notFound();
      const { total } = await store.db
        .selectFrom("saved_calls")
        .where("account_id", "=", account.id)
        .select((select) => select.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const { max } = limits.savedCalls;
      if (Number(total) >= max) {
        throw new WinnowError("bad_request", `An account keeps at most ${max} calls. Delete one first.`);
      }
      const made = { id: randomUUID(), name, operation, created_at: clock.now() };
      await store.db
        .insertInto("saved_calls")
        .values({ ...made, account_id: account.id, body: JSON.stringify(body) })
        .execute();
      return { ...made, body };
    },
  }),
  member("DELETE /saved-calls/{id}", {
    summary: "Delete a saved call",
    answer: done,
    async handle({ caller, params }, { store }) {
      const own = store.db.deleteFrom("saved_calls").where("account_id", "=", caller.account.id);
      if (!(await changesRow(own.where("id", "=", params.id)))) throw notFound();
    },
  }),
];
