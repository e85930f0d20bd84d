import { describe, expect, test } from "vitest";
import { drawnThird } from "../support/drawn.ts";
import { commonWords } from "../support/journeys/common-words.ts";
import { StartedService } from "../support/journeys/started-service.ts";

type Item = Record<string, unknown>;

/** As an evaluator's script: the address and the key, or the command for one, that the start prints, and what the reference page says. */
async function evaluate(service: StartedService) {
  const [, address] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(service.printed)!;
  const [, command] = /npx winnow (keys create [^"\n]+)/.exec(service.printed) ?? [];
  const created = command && (await service.winnow(...command.split(" "))).trim();
  const key = created ?? /Demo key\s+(wnw_\w+)/.exec(service.printed)![1];
  const opened = new Map<string, number>();

  /** Waits as long as the service asks. */
  async function patient(ask: () => Promise<Response>): Promise<Response> {
    for (;;) {
      const answer = await ask();
      if (answer.status !== 429) return answer;
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get("retry-after") ?? 1)));
    }
  }

  async function call(path: string, body: Item) {
    const headers = { "access-token": key!, "content-type": "application/json" };
    const answer = await patient(() => fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) }));
    const text = await answer.text();
    expect(answer.headers.get("x-stand-in"), `${path} ${JSON.stringify(body)}`).toBe("true");
    const records = answer.status === 200 ? (JSON.parse(text) as Item[]) : [];
    const resolved = JSON.parse(decodeURIComponent(answer.headers.get("x-resolved") ?? "null")) as Item | null;
    return { status: answer.status, text, records, resolved };
  }

  /** Opens each link and picture once, and returns those that do not answer. */
  async function deadLinks(records: Item[]): Promise<string[]> {
    for (const [, link] of JSON.stringify(records).matchAll(/"(https?:[^"]+)"/g)) {
      if (opened.has(link!)) continue;
      const page = await patient(() => fetch(link!));
      opened.set(link!, page.status);
      await page.arrayBuffer();
    }
    return [...opened].flatMap(([link, status]) => (status === 200 ? [] : [`${status} ${link}`]));
  }

  const reference = (await (await fetch(`${address}/openapi.json`)).json()) as {
    paths: Record<string, { post?: { requestBody?: { content: Record<string, { examples?: Item }> } } }>;
  };
  const examples = Object.entries(reference.paths).flatMap(([path, { post }]) =>
    Object.values(post?.requestBody?.content["application/json"]?.examples ?? {}).map(
      (example) => [path, (example as { value: Item }).value] as const,
    ),
  );
  return { call, deadLinks, opened, examples: examples.filter(([path]) => path.startsWith("/api/")) };
}

describe.each(["sqlite", "postgres"] as const)("on %s", (store) => {
  test("each operation answers the examples of its documentation, and each link in its records opens, before and after a restart", async () => {
    const service = await StartedService.start(store);
    const { call, deadLinks, examples, opened } = await evaluate(service);
    expect(examples.length).toBeGreaterThan(20);
    for (const [path, body] of examples) {
      const { status, records, text } = await call(path, body);
      expect([path, body, status, records.length > 0 ? "records" : text]).toEqual([path, body, 200, "records"]);
      expect(await deadLinks(records)).toEqual([]);
    }
    const links = [...opened.keys()];
    expect(links.length).toBeGreaterThan(100);
    await service.restart();
    for (const link of links.slice(0, 50)) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });
});

test("in 500 natural calls no place is wrong and no link is dead, and 45 of 50 words of each source give records", async () => {
  const { call, deadLinks, examples } = await evaluate(await StartedService.start("sqlite"));
  let calls = 0;
  const ask = (path: string, body: Item) => {
    calls++;
    return call(path, body);
  };
  const words = (text: unknown) =>
    String(text)
      .toLowerCase()
      .split(/[^\p{L}]+/u);
  for (const [path, field, all, more] of commonWords) {
    expect(all).toHaveLength(50);
    const texts = drawnThird(all);
    const without: string[] = [];
    for (const text of texts) {
      const { records, resolved } = await ask(path, { ...more, [field]: text, count: 1 });
      const [first] = records;
      if (!first) without.push(text);
      else if (field === "destination") {
        expect(["CITY", "REGION", "COUNTRY"]).toContain(resolved?.destination_type);
        const name = String(resolved?.destination).split(", ")[0];
        expect(words(text), `${text} is ${name}`).toEqual(expect.arrayContaining(words(name)));
        const { records: places } = await ask("/api/stays/destinations/search", { query: text });
        expect(places.length, text).toBeGreaterThan(0);
      } else if (path.includes("bizbureau")) expect([first.city, first.state]).toEqual(["New York", "NY"]);
      else if (path.includes("jobsboard")) {
        const { records: found } = await ask("/api/jobsboard/companies", { company: first.url });
        expect(found).toMatchObject([{ name: first.name }]);
        records.push(...found);
      } else if (path.includes("hkproperty")) {
        const { records: units } = await ask("/api/hkproperty/estates/units", { estate: first.estate, count: 8 });
        const { records: found } = await ask("/api/hkproperty/valuations", {
          unit: units.find(({ unit }) => unit !== null)!.unit,
        });
        records.push(...units, ...found);
      }
      expect(await deadLinks(records), text).toEqual([]);
    }
    console.log(
      `${path}: ${texts.length - without.length} of ${texts.length} words give records; not ${without.join(", ")}`,
    );
    expect(without.length, without.join(", ")).toBeLessThanOrEqual(5);
  }
  for (const [path, body] of examples) expect(await deadLinks((await ask(path, body)).records)).toEqual([]);
  console.log(`${calls} calls`);
  expect(calls).toBeGreaterThanOrEqual(process.env.CI ? 500 : 150);
});
