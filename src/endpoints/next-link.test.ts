import Fastify from "fastify";
import { expect, test } from "vitest";
import { addNextLink } from "./mount.ts";

const server = Fastify();
server.addHook("onSend", addNextLink);
server.get("/rows/:id", async ({ query }, reply) => {
  if (!Object.hasOwn(query as object, "last")) reply.header("x-next-cursor", "a/2=");
  return query;
});

const linkOn = async (url: string) => (await server.inject(url)).headers.link;

test("the link repeats the address with the cursor of the next page, and with nothing else changed", async () => {
  expect(await linkOn("/rows/7")).toBe('</rows/7?cursor=a%2F2%3D>; rel="next"');
  const link = await linkOn("/rows/7?fields=id,a%26b&cursor=old&limit=2&tag=x&tag=y+z&cursor=older");
  expect((await server.inject(/^<(.*)>/.exec(String(link))![1]!)).json()).toEqual({
    fields: "id,a&b",
    cursor: "a/2=",
    limit: "2",
    tag: ["x", "y z"],
  });
});

test("the last page has no link", async () => {
  expect(await linkOn("/rows/7?last")).toBeUndefined();
});

test("no character of the address can end the link or begin another", async () => {
  const link = await linkOn('/rows/a>;rel="x",<b?c=>;rel="x",<"d');
  expect(link).toMatch(/^<[^<>"]*>; rel="next"$/);
});
