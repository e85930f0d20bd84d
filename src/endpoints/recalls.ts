import { Type } from "typebox";
import { page } from "../contract/endpoint.ts";
import { invalidValue } from "../contract/errors.ts";
import { Recall, RecalledRequest } from "../contract/recall.ts";
import { given, integer, uuid } from "../contract/shapes.ts";
import { FREE, found, group, pageFields } from "./context.ts";

const defineEndpoint = group("recalls", "recall");

const NUMBER = /^[1-9]\d{0,14}$/;

/** The number of the last row of the page before. */
function cursorNumber(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!NUMBER.test(cursor)) throw invalidValue(["query", "cursor"], "is not a cursor of this list", cursor);
  return Number(cursor);
}

/** Calls whose records turned out to be wrong. */
export const recallEndpoints = [
  defineEndpoint("GET /recalls", {
    id: "recalls",
    summary: "Your calls whose records turned out to be wrong",
    description: `Newest first. Each call was charged: its points are returned once. A key sees recalls of its sources. ${FREE}`,
    query: Type.Object(pageFields),
    answer: page(Recall, "The recalls."),
    client: { method: "list" },
    handle: ({ caller: { owner }, query: { limit, cursor } }, { recalls }) =>
      recalls.list(owner.account.id, owner.key.sources, { limit, before: cursorNumber(cursor) }),
  }),
  defineEndpoint("GET /recalls/{id}/records", {
    id: "recallRecords",
    summary: "The calls of a recall, with their corrected records",
    description: `Oldest call first. \`corrected\` has all records of the call, read again from the kept pages after the repair, or null. ${FREE}`,
    params: Type.Object({ id: given({ maxLength: 15, description: "The recall's id." }) }),
    query: Type.Object({
      ...pageFields,
      limit: integer({ minimum: 1, maximum: 20, default: 10, description: "Calls per page." }),
      request_id: Type.Optional(uuid({ description: "Only this call." })),
    }),
    answer: page(RecalledRequest, "The calls."),
    client: { method: "records" },
    async handle({ caller: { owner }, params, query: { limit, cursor, request_id } }, { recalls }) {
      const no = NUMBER.test(params.id) ? Number(params.id) : 0;
      found(await recalls.find(owner.account.id, no, owner.key.sources), "recall");
      return recalls.requests(owner.account.id, no, {
        limit,
        after: cursorNumber(cursor),
        requestId: request_id ?? null,
      });
    },
  }),
];
