import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";
import { checkChanges, deprecations } from "../../contract/changes.ts";

const PATH = "/api/toyshelf/things";
const OLD = "/api/oldshelf/things";
const changes = (list: object[]) => `summary: "Things on a shelf", changes: ${JSON.stringify(list)},`;
const withChanges = (name: string, list: object[]) =>
  toySource(name).replace('summary: "Things on a shelf",', changes(list));

const field = { on: "2026-11-01", kind: "deprecated", field: "timeout", what: "Set it at the client." };
const whole = { on: "2026-11-02", kind: "deprecated", what: "Another shelf.", sunset: "2027-06-01", use: PATH };

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({
    sourcesFolder: await sourcesFolder({
      toyshelf: withChanges("toyshelf", [field]),
      oldshelf: withChanges("oldshelf", [whole]),
    }),
  });
  key = await service.createKey();
});
afterAll(() => service.close());

const told = ({ headers }: { headers: Record<string, unknown> }) => [headers.deprecation, headers.sunset, headers.link];

test("every response of a deprecated operation says since when, until when and what to use, whatever its status", async () => {
  const all = ["@1793577600", "Tue, 01 Jun 2027 00:00:00 GMT", `<${PATH}>; rel="successor-version"`];
  expect(told(await service.post(OLD, { shelf: "top", count: 1 }, { key }))).toEqual(all);
  const invalid = await service.post(OLD, {}, { key });
  expect([invalid.statusCode, ...told(invalid)]).toEqual([422, ...all]);
  expect(told(await service.post(OLD, { shelf: "top" }, { key: "no key" }))).toEqual(all);
});

test("a deprecated field is told only to requests that use it", async () => {
  expect(told(await service.post(PATH, { shelf: "top", count: 1 }, { key }))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const used = await service.post(PATH, { shelf: "top", count: 1, timeout: 60 }, { key });
  expect(told(used)).toEqual(["@1793491200", undefined, undefined]);
});

test("the changelog lists all changes, newest first, or those of one operation; OpenAPI marks what is deprecated", async () => {
  const all = (await service.get("/changelog", key)).json();
  expect(all.map(({ on }: { on: string }) => on)).toEqual(
    all
      .map(({ on }: { on: string }) => on)
      .toSorted()
      .toReversed(),
  );
  expect(all).toContainEqual({ operation: `POST ${PATH}`, ...field, sunset: null, use: null });
  const one = (await service.get(`/changelog?operation=${encodeURIComponent(OLD)}`, key)).json();
  expect(one).toEqual([{ operation: `POST ${OLD}`, ...whole, field: null }]);
  const hooks = (await service.get("/changelog?operation=POST%20/webhooks", key)).json();
  expect(hooks[0]).toMatchObject({ kind: "added", field: "format" });
  const { paths, components } = (await service.get("/openapi.json", key)).json();
  expect([paths[OLD].post.deprecated, paths[PATH].post.deprecated]).toEqual([true, undefined]);
  const { timeout, count } = components.schemas.toyshelfThings.properties;
  expect([timeout.deprecated, count.deprecated]).toEqual([true, undefined]);
});

test("a day that is none stops the start, and something removed is no longer deprecated", () => {
  const change = { on: "2026-13-01", kind: "deprecated" as const, what: "x" };
  expect(() => checkChanges("POST /x", { changes: [change] })).toThrow("POST /x: a change names the day 2026-13-01");
  const gone = { on: "2027-01-01", kind: "removed" as const, what: "x" };
  expect(deprecations({ changes: [{ ...change, on: "2026-11-01" }, gone] })).toEqual([]);
});
