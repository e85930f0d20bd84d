import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { endHere } from "./testing/end-here.ts";
import { startWinnow } from "./testing/run-winnow.ts";

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  env = { WINNOW_URL: service.address, WINNOW_KEY: await service.createKey({ points: 100 }) };
});
afterAll(() => service.close());

const winnow = (...words: string[]) => endHere(words, env);
const failure = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error;

describe("winnow call, in a pipe", () => {
  test("prints JSON, and nothing on stderr", async () => {
    const { code, stdout, stderr } = await winnow("call", "toyshelf/things", "shelf=top", "count=2");
    expect([code, stderr]).toEqual([0, ""]);
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

  test("a reader that has enough ends it without an error", async () => {
    const child = startWinnow(["call", "toyshelf", "shelf=top", "count=20", "--output", "ndjson"], env);
    child.stdout!.destroy();
    const { code, stderr } = await child.ended;
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("an error is JSON on stderr, with the service's code and an exit code of its own", async () => {
    const ended = await winnow("call", "toyshelf/things", "shelf=none", "count=2");
    expect([ended.code, ended.stdout]).toEqual([4, ""]);
    expect(failure(ended)).toMatchObject({ exit_code: 4, status: 412, code: "no_such_thing", detail: "no such shelf" });
  });

  test("a misspelt field and an operation that is not there are said before anything is asked", async () => {
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

  test("a field to print that no record has is said before anything is spent", async () => {
    const points = async () => (await service.get("/token/statistic", env.WINNOW_KEY!)).json()[0].points;
    const before = await points();
    const { code, stdout, stderr } = await winnow("call", "toyshelf", "shelf=top", "count=2", "--fields", "id,nme");
    expect([code, stdout]).toEqual([1, ""]);
    expect(JSON.parse(stderr).error.message).toBe(
      '--fields: toyshelf/things: there is no field "nme"; did you mean name? There are @type, id, name',
    );
    expect(await points()).toBe(before);
  });

  test("--preview tells the cost and runs nothing", async () => {
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

test("winnow status and usage tell of the service and the account", async () => {
  const [status] = JSON.parse((await winnow("status")).stdout);
  expect(status).toMatchObject({ status: "ok", operations: 1, key: "works", plan: "pro" });
  const { operations } = JSON.parse((await winnow("usage")).stdout);
  const points = 100 - status.points;
  expect(operations).toMatchObject([{ operation: "toyshelf/things", points }]);
  const wrong = await endHere(["status"], { ...env, WINNOW_KEY: "wrong" });
  expect([wrong.code, failure(wrong).code]).toEqual([6, "key_invalid"]);
});
