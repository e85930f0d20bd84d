import { Type } from "typebox";
import { json, page } from "../contract/endpoint.ts";
import { Recall, RecalledRequest } from "../contract/recall.ts";
import { given, integer, uuid } from "../contract/shapes.ts";
import { FREE, found, group, pageFields, pageOf } from "./context.ts";

const defineEndpoint = group("recalls", "recall");

const recallId = Type.Object({ id: given({ maxLength: 15, description: "The recall's id." }) });
const numberIn = ({ id }: { id: string }): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

/** Calls whose records turned out to be wrong. */
export const recallEndpoints = [
  defineEndpoint("GET /recalls", {
    id: "recalls",
    summary: "Your calls whose records turned out to be wrong",
    description: `Newest first. Each call was charged: its points are returned once. A key sees recalls of its sources. ${FREE}`,
    query: Type.Object(pageFields),
    answer: page(Recall, "The recalls."),
    client: { method: "list" },
    handle: ({ caller: { owner }, query }, { recalls }) =>
      recalls.list(owner.account.id, owner.key.sources, pageOf(query)),
  }),
  defineEndpoint("GET /recalls/{id}", {
    id: "recall",
    summary: "One recall",
    description: FREE,
    params: recallId,
    answer: json(200, Recall, "The recall."),
    client: { method: "get" },
    handle: async ({ caller: { owner }, params }, { recalls }) =>
      found(await recalls.find(owner.account.id, numberIn(params), owner.key.sources), "recall"),
  }),
  defineEndpoint("GET /recalls/{id}/records", {
    id: "recallRecords",
    summary: "The calls of a recall, with their corrected records",
    description: `Oldest call first. \`corrected\` has all records of the call, read again from the kept pages after the repair, or null. ${FREE}`,
    params: recallId,
    query: Type.Object({
      ...pageFields,
      limit: integer({ minimum: 1, maximum: 20, default: 10, description: "Calls per page." }),
      request_id: Type.Optional(uuid({ description: "Only this call." })),
    }),
    answer: page(RecalledRequest, "The calls."),
    client: { method: "records" },
    async handle({ caller: { owner }, params, query }, { recalls }) {
      const no = numberIn(params);
      found(await recalls.find(owner.account.id, no, owner.key.sources), "recall");
      return recalls.requests(owner.account.id, no, { ...pageOf(query), requestId: query.request_id ?? null });
    },
  }),
];
