import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assembleN8n } from "../../scripts/release/run.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sharedService } from "../../test/support/shared-service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";

let folder: string;
let service: TestService;
let key: string;
let load: (file: string) => any;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-n8n-"));
  assembleN8n(folder);
  load = createRequire(join(folder, "here.js"));
  service = await sharedService();
  key = await service.createKey({ points: 1_000 });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A context as n8n passes it to a node: form values, credentials, and authenticated requests. */
function n8n(form: Record<string, unknown>, { url = service.address, by = key, mode = "trigger", memory = {} } = {}) {
  return {
    getCredentials: async () => ({ url: `${url}/`, key: by }),
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _index?: number, otherwise?: unknown) => form[name] ?? otherwise,
    getCurrentNodeParameters: () => form,
    getNode: () => ({ id: "node" }),
    getExecutionId: () => "execution 1",
    continueOnFail: () => false,
    getMode: () => mode,
    getWorkflowStaticData: () => memory,
    helpers: {
      async httpRequestWithAuthentication(_: string, { url: to, method, qs = {}, body, headers, ...rest }: any) {
        const answer = await fetch(`${to}?${new URLSearchParams(qs)}`, {
          method,
          headers: { ...headers, "access-token": by, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        const read = await answer.json();
        return rest.returnFullResponse ? { body: read, headers: Object.fromEntries(answer.headers) } : read;
      },
    },
  };
}

const points = async () => (await service.get("/token/statistic", key)).json()[0].points;
const search = { resource: "nlretail", operation: "products/search", keyword: "lamp", count: 3 };

test("every operation of the service is an operation of its source's resource, with a form field for each request field", () => {
  const { properties } = new (load("./Winnow.node.js").Winnow)().description;
  for (const { operation, source, name } of service.registry.entries) {
    const rest = name.slice(source.name.length + 1);
    const shown = properties.filter(
      ({ displayOptions: { show } = {} as any }: any) =>
        show?.resource[0] === source.name && (show.operation ?? [rest])[0] === rest,
    );
    expect(shown[0].options.map(({ value }: any) => value)).toContain(rest);
    const fields = shown.slice(1).flatMap((one: any) => (one.name === "options" ? one.options : [one]));
    expect(fields.map((one: any) => one.name).sort()).toEqual(Object.keys(operation.request.properties).sort());
  }
});

test("a node returns records as items, and is charged once if n8n retries it", async () => {
  const { Winnow } = load("./Winnow.node.js");
  const before = await points();
  const [items] = await new Winnow().execute.call(n8n(search));
  expect(items).toMatchObject([1, 2, 3].map(() => ({ json: { name: expect.any(String) }, pairedItem: { item: 0 } })));
  expect(await new Winnow().execute.call(n8n(search))).toEqual([items]);
  expect(before - (await points())).toBe(10);
});

test("a body that was cut off, which n8n passes on as text, is an error and no records", async () => {
  const context = n8n(search);
  context.helpers.httpRequestWithAuthentication = async () => '[{"@type":"Nlretai';
  await expect(new (load("./Winnow.node.js").Winnow)().execute.call(context)).rejects.toThrow("is not complete");
});

test("a field with codes is looked up in the service, and one that depends on another names it", async () => {
  const { methods } = new (load("./Winnow.node.js").Winnow)();
  const { results } = await methods.listSearch.ruretail_cities_code.call(n8n({}), "Сара");
  expect(results[0]).toEqual({ name: expect.stringContaining("Сара"), value: expect.any(String) });
  const types = methods.loadOptions.stays_filters_value_property_types;
  await expect(types.call(n8n({ options: {} }))).rejects.toThrow("Either destination or destination_id must be given.");
  const stay = {
    destination: { __rl: true, mode: "id", value: "Lisbon" },
    checkin: "2027-06-11",
    checkout: "2027-06-14",
  };
  const found = await types.call(n8n({ options: stay }));
  expect(found[0]).toEqual({ name: expect.any(String), value: expect.any(String) });
});

test("the trigger returns each change once, oldest first, after a first poll that only notes where to start", async () => {
  const changing = toySource("toyshelf").replace('"thing " + i', '"thing " + i + " " + Date.now()');
  const toys = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: changing }) });
  try {
    const by = await toys.createKey({ points: 1_000 });
    const request = { shelf: "top", count: 20 };
    const made = { name: "top", operation: "toyshelf/things", request, cron: "0 0 1 1 *" };
    const { id } = (await toys.post("/schedules", made, { key: by })).json();
    const changes = async () => (await toys.get(`/schedules/${id}/changes?limit=100`, by)).json();
    const run = async (runs: number) => {
      await toys.post(`/schedules/${id}/run`, {}, { key: by });
      const ended = async () => (await toys.get(`/schedules/${id}/runs`, by)).json();
      await expect
        .poll(async () => (await ended()).filter((one: any) => one.status === "succeeded").length, { timeout: 20_000 })
        .toBe(runs);
    };
    const { WinnowTrigger } = load("./WinnowTrigger.node.js");
    const memory = {};
    const poll = (mode = "trigger") =>
      new WinnowTrigger().poll.call(n8n({ schedule: id, kinds: ["changed"] }, { url: toys.address, by, mode, memory }));
    expect(await new WinnowTrigger().methods.loadOptions.schedules.call(n8n({}, { url: toys.address, by }))).toEqual([
      { name: "top", value: id },
    ]);
    await run(1);
    expect(await poll()).toBeNull();
    await run(2);
    await expect.poll(async () => (await changes()).length).toBe(20);
    const [items] = await poll();
    expect(items.map(({ json }: any) => json)).toEqual((await changes()).reverse());
    expect(await poll()).toBeNull();
    expect((await poll("manual"))[0]).toHaveLength(20);
  } finally {
    await toys.close();
  }
});
