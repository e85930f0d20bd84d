import { beforeAll, describe, expect, test } from "vitest";
import { endHere } from "../../test/support/cli/end-here.ts";
import { startWinnow } from "../../test/support/cli/run-winnow.ts";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await sharedToyService();
  env = { WINNOW_URL: service.address, WINNOW_KEY: await service.createKey({ points: 100 }) };
});

const winnow = (...words: string[]) => endHere(words, env);
const MADE_UP = "These records are made up: a stand-in gave them.\n";
const failure = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error;

describe("winnow call, in a pipe", () => {
  test("prints JSON, and on stderr only that a stand-in made the records up", async () => {
    const { code, stdout, stderr } = await winnow("call", "toyshelf/things", "shelf=top", "count=2");
    expect([code, stderr]).toEqual([0, MADE_UP]);
    expect(JSON.parse(stdout)).toEqual([
      { "@type": "toyshelfThing", id: "0", name: "thing 0" },
      { "@type": "toyshelfThing", id: "1", name: "thing 1" },
    ]);
  });

  test.each([
    ["csv", "name,id\r\nthing 0,0\r\nthing 1,1\r\n"],
    ["ndjson", '{"name":"thing 0","id":"0"}\n{"name":"thing 1","id":"1"}\n'],
    ["table", "name     id\nthing 0  0\nthing 1  1\n"],
  ])("prints the chosen fields as %s", async (format, text) => {
    const { stdout } = await winnow("call", "toyshelf", "shelf=top", "count=2", "--fields=name,id", "--output", format);
    expect(stdout).toBe(text);
  });

  test("a request, or the lines of a batch, can come from standard input; arguments beside it take precedence", async () => {
    const body = '{"shelf":"top","count":9}';
    const called = await startWinnow(["call", "toyshelf/things", "-", "count=2"], env, body).ended;
    expect([called.stderr, JSON.parse(called.stdout)]).toEqual([MADE_UP, expect.objectContaining({ length: 2 })]);
    const words = ["batches", "price", "toyshelf/things", "--from", "-", "--output", "json"];
    const { stdout, stderr } = await startWinnow(words, env, `${body}\n${body}\n`).ended;
    expect([stderr, JSON.parse(stdout)]).toEqual(["", [expect.objectContaining({ total: 2 })]]);
    const wrong = await startWinnow(["call", "toyshelf/things", "-"], env, '{"shelv":1}').ended;
    expect([wrong.code, failure(wrong).message]).toEqual([1, expect.stringContaining('no field "shelv"')]);
  });

  test("a reader that closes the pipe ends it without an error", async () => {
    const child = startWinnow(["call", "toyshelf", "shelf=top", "count=20", "--output", "ndjson"], env);
    child.stdout!.destroy();
    const { code, stderr } = await child.ended;
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("an error is JSON on stderr, with the service's code and a specific exit code", async () => {
    const ended = await winnow("call", "toyshelf/things", "shelf=none", "count=2");
    expect([ended.code, ended.stdout]).toEqual([4, ""]);
    expect(failure(ended)).toMatchObject({ exit_code: 4, status: 412, code: "no_such_thing", detail: "no such shelf" });
  });

  test("a misspelt field or an unknown operation is reported before any call", async () => {
    const field = await winnow("call", "toyshelf/things", "shlf=top");
    expect([field.code, failure(field).message]).toEqual([
      1,
      'toyshelf/things has no field "shlf"; it has shelf, count, timeout',
    ]);
    const operation = await winnow("call", "toys/all");
    expect([operation.code, failure(operation).message]).toEqual([
      1,
      'no operation "toys/all"; there are toyshelf/things',
    ]);
  });

  test("a field to print that no record has is reported before points are spent", async () => {
    const points = async () => (await service.get("/token/statistic", env.WINNOW_KEY!)).json()[0].points;
    const before = await points();
    const { code, stdout, stderr } = await winnow("call", "toyshelf", "shelf=top", "count=2", "--fields", "id,nme");
    expect([code, stdout]).toEqual([1, ""]);
    expect(JSON.parse(stderr).error.message).toBe(
      '--fields: toyshelf/things: There is no field "nme". Did you mean name? The fields are @type, id, name.',
    );
    expect(await points()).toBe(before);
  });

  test("--preview shows the cost and runs nothing", async () => {
    const { stdout } = await winnow("call", "toyshelf", "shelf=top", "count=11", "--preview");
    expect(JSON.parse(stdout)[0]).toMatchObject({ max_cost: 6 });
  });
});

test("winnow describe lists the operations without a key, and shows one as a page", async () => {
  const list = await endHere(["describe"], { WINNOW_URL: service.address });
  expect(JSON.parse(list.stdout)).toEqual([
    { operation: "toyshelf/things", price: "3 credits per 10 results", summary: "Things on a shelf" },
  ]);
  const { stdout } = await winnow("describe", "toyshelf");
  expect(stdout).toContain("| `shelf` | string | 1 to 1000 characters; **required** | Which shelf. |");
});

test("winnow status and usage describe the service and the account", async () => {
  const [status] = JSON.parse((await winnow("status")).stdout);
  expect(status).toMatchObject({ status: "ok", operations: 1, key: "works", plan: "pro" });
  const { operations } = JSON.parse((await winnow("usage")).stdout);
  const points = 100 - status.points;
  expect(operations).toMatchObject([{ operation: "toyshelf/things", points }]);
  const wrong = await endHere(["status"], { ...env, WINNOW_KEY: "wrong" });
  expect([wrong.code, failure(wrong).code]).toEqual([6, "key_invalid"]);
});

describe("on a terminal", () => {
  const typed = (...words: string[]) => endHere(words, env, { columns: 60 });

  test("winnow call prints a table and its cost", async () => {
    const { code, stdout, stderr } = await typed("call", "toyshelf", "shelf=top", "count=2");
    expect([code, stdout]).toEqual([0, "id  name\n0   thing 0\n1   thing 1\n"]);
    const shown = stderr.split("\r\x1b[K");
    expect(shown.slice(0, 4)).toEqual([
      "",
      "toyshelf/things: asking",
      "toyshelf/things: 1 records",
      "toyshelf/things: 2 records",
    ]);
    expect(shown.at(-1)).toMatch(/^2 records in \d+\.\d s; 3 points, \d+ left\n$/);
  });

  test("a failure clears the progress line and is one sentence", async () => {
    const { code, stderr } = await typed("call", "toyshelf", "shelf=none", "count=2");
    expect([code, stderr]).toEqual([4, expect.stringContaining("\r\x1b[Kwinnow: 412 no_such_thing: no such shelf\n")]);
  });

  test("winnow describe prints the page, or the requested format", async () => {
    expect((await typed("describe", "toyshelf")).stdout).toMatch(/^# /);
    const { stdout } = await typed("describe", "toyshelf", "--output", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      operation: "toyshelf/things",
      summary: "Things on a shelf",
      price: "3 credits per 10 results",
      example: { shelf: "top", count: 5 },
      request: { required: ["shelf", "count"] },
      record: { properties: { id: { type: "string" } } },
    });
    expect((await typed("describe", "toyshelf", "--output", "table")).stdout).toMatch(/^# /);
    expect((await typed("describe")).stdout).toMatch(/^operation +price +summary\ntoyshelf\/things +3 credits per 10/);
  });

  test("winnow usage prints the windows and then the operations", async () => {
    const { stdout } = await typed("usage");
    expect(stdout).toMatch(/^key +plan +points/);
    expect(stdout).toContain("\n\nRequests of the last 7 days:\noperation  ");
    expect((await typed("usage", "--days", "3")).stdout).toContain("Requests of the last 3 days:");
  });
});

test("winnow usage sums the requests by operation, most expensive first, for the given days", async () => {
  const own = { ...env, WINNOW_KEY: await service.createKey({ points: 100 }) };
  for (const words of [
    ["shelf=top", "count=11"],
    ["shelf=top", "count=1"],
    ["shelf=none", "count=1"],
  ]) {
    await endHere(["call", "toyshelf", ...words], own);
  }
  const reported = JSON.parse((await endHere(["usage"], own)).stdout);
  // A window may begin anew between two of the calls.
  const atMost3 = (limit: number) => expect.stringMatching(new RegExp(`^[0-3]/${limit}$`));
  expect(reported).toEqual({
    keys: [
      {
        key: expect.any(String),
        plan: "pro",
        points: 91,
        ten_second: atMost3(200),
        minutely: atMost3(1_000),
        hourly: atMost3(30_000),
        daily: atMost3(300_000),
        monthly: "3/3000000",
      },
    ],
    days: 7,
    operations: [{ operation: "toyshelf/things", requests: 3, succeeded: 2, records: 12, points: 9 }],
  });
  expect(JSON.parse((await endHere(["usage", "--days", "0"], own)).stdout).operations).toEqual([]);
  const fields = await endHere(["usage", "--fields", "operation,points", "--output", "csv"], own);
  expect(fields.stdout).toBe("operation,points\r\ntoyshelf/things,9\r\n");
  expect((await endHere(["usage", "--output", "csv"], own)).stdout).toMatch(
    /^operation,requests,succeeded,records,points\r\n/,
  );
});

test("winnow status without a key shows only the service; an unreachable address ends with 10", async () => {
  const { code, stdout } = await endHere(["status", "--url", `${service.address}/`], { HOME: "/nowhere" });
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    [
      {
        service: `${service.address}/`,
        status: "ok",
        milliseconds: expect.any(Number),
        operations: 1,
        key: "none given",
        plan: null,
        points: null,
      },
    ],
  ]);
  const away = await endHere(["status", "--url", "http://127.0.0.1:9"], { HOME: "/nowhere" });
  expect([away.code, failure(away).message]).toEqual([
    10,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer: /),
  ]);
});

test("winnow call refuses a request above --max-cost, and bypasses the cache on request", async () => {
  const dear = await winnow("call", "toyshelf", "shelf=top", "count=20", "--max-cost", "5");
  expect([dear.code, failure(dear).code]).toEqual([7, "over_max_cost"]);
  expect((await winnow("call", "toyshelf", "shelf=top", "count=1", "--no-cache", "--max-cost", "3")).code).toBe(0);
  const preview = await winnow("call", "toyshelf", "shelf=top", "count=11", "--preview", "--output", "csv");
  expect(preview.stdout.split("\r\n")[0]).toBe("max_cost,points,ten_second,minutely,hourly,daily,monthly");
  expect(preview.stdout.split("\r\n")[1]).toMatch(/^6,\d+,\d+\/200,\d+\/1000,/);
});

test("winnow lookup lists the fields that have a lookup", async () => {
  const none = await winnow("lookup", "toyshelf", "shelf");
  expect([none.code, failure(none).message]).toEqual([
    1,
    'toyshelf/things has no lookup for "shelf"; none of its fields has one',
  ]);
});
