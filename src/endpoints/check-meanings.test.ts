import { Type } from "typebox";
import { expect, test } from "vitest";
import { endpointGroup, json } from "../contract/endpoint.ts";
import { integer, listOf, orNull } from "../contract/shapes.ts";
import { checkMeanings } from "./check-meanings.ts";

const defineEndpoint = endpointGroup<object, object>("things", "thing", { callers: ["key"], limits: [] });
const described = { description: "Its size." };
const endpoint = (answer: Parameters<typeof json>[1]) =>
  defineEndpoint("GET /things", {
    id: "things",
    summary: "The things",
    answer: json(200, answer, "The things."),
    client: null,
    handle: () => null as never,
  }) as Parameters<typeof checkMeanings>[0];

test("a field of a public endpoint without a meaning stops the start, however deep it is", () => {
  expect(() => checkMeanings(endpoint(Type.Object({ size: integer(described) })))).not.toThrow();
  for (const [answer, field] of [
    [Type.Object({ size: integer() }), "size"],
    [listOf(Type.Object({ size: orNull(integer()) })), "size"],
    [Type.Object({ all: listOf(Type.Object({ size: integer() }), { description: "All." }) }), "all.size"],
  ] as const)
    expect(() => checkMeanings(endpoint(answer))).toThrow(`things does not say what its field ${field} means`);
});
