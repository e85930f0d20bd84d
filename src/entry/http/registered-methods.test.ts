import Fastify from "fastify";
import { expect, test } from "vitest";
import { registeredMethods } from "./errors.ts";

test("a path's methods are those of every route that matches it, and of no other", async () => {
  const server = Fastify();
  const allowed = registeredMethods(server);
  const handler = async () => "";
  server.route({ method: ["PUT", "GET"], url: "/jobs/:id", handler, exposeHeadRoute: false });
  server.delete("/jobs/:id", handler);
  server.post("/jobs/all", handler);
  server.get("/openapi.json", { exposeHeadRoute: false }, handler);
  server.get("/*", { exposeHeadRoute: false }, handler);
  await server.ready();
  const table = [
    "/jobs/7",
    "/jobs/all",
    "/jobs",
    "/jobs/",
    "/jobs/7/x",
    "/x/jobs/7",
    "/openapi.json",
    "/openapixjson",
    "/",
  ];
  expect(table.map((path) => [path, allowed(path).join(" ")])).toEqual([
    ["/jobs/7", "DELETE GET PUT"],
    ["/jobs/all", "DELETE GET POST PUT"],
    ...["/jobs", "/jobs/", "/jobs/7/x", "/x/jobs/7"].map((path) => [path, ""]),
    ["/openapi.json", "GET"],
    ["/openapixjson", ""],
    ["/", ""],
  ]);
  await server.close();
});
