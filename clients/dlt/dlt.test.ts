import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pythonPath } from "../../test/support/python.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const python = await pythonPath();
const plain = { PATH: process.env.PATH!, PYTHONDONTWRITEBYTECODE: "1" };

describe.skipIf(python === null)("the dlt source", () => {
  let service: TestService;
  let key: string;
  /** What the site has on its shelf. */
  let things: Array<{ id: string; name: string }> | null = [];
  const site = createServer((request, response) => {
    const isFirst = request.url?.endsWith("page=1");
    const body = things === null ? "not json" : JSON.stringify({ things: isFirst ? things : [] });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });

  beforeAll(async () => {
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
    service = await startTestService({
      sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
      env: {
        WINNOW_TOYSHELF_ORIGIN: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
        WINNOW_TOYSHELF_ROBOTS: "ignore",
      },
    });
    key = await service.createKey({ points: 1000 });
  });
  afterAll(async () => {
    await service.close();
    site.close();
  });

  const post = async (path: string, body: object = {}) => (await service.post(path, body, { key })).json();
  const ended = (id: string) => service.get(`/jobs/${id}?wait=60`, key);

  async function load(file: string, options: object): Promise<Record<string, Array<Record<string, unknown>>>> {
    const env = { ...plain, WINNOW_URL: service.address, WINNOW_KEY: key };
    const { stdout } = await run(python!, [join(here, "tests/load_once.py"), file, JSON.stringify(options)], { env });
    return JSON.parse(stdout);
  }

  test("a schedule's table follows the site: changed, removed only from a whole list, untouched by a failed run", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "winnow-dlt-")), "tables.sqlite");
    const request = { shelf: "top", count: 6 };
    const about = { operation: "toyshelf/things", name: "My shelf", cron: "0 0 1 1 *", request };
    const { id } = await post("/schedules", about);
    /** The table after a run on a site that has these things, each named as it is given. */
    const table = async (list: string[] | null) => {
      things = list?.map((name) => ({ id: name[0]!, name })) ?? null;
      await ended((await post(`/schedules/${id}/run`)).last_run.id);
      return (await load(file, { schedules: [id] }))[`schedule_${id.replaceAll("-", "_")}`]
        ?.map(({ name }) => name)
        .sort();
    };
    expect(await table(["a", "b", "c", "d", "e"])).toEqual(["a", "b", "c", "d", "e"]);
    expect(await table(["b changed", "c", "d", "e"])).toEqual(["b changed", "c", "d", "e"]);
    const afterCut = ["b changed", "c", "d", "e", "f", "g", "h"];
    expect(await table(["c", "d", "e", "f", "g", "h", "i", "b"])).toEqual(afterCut);
    expect(await table(null)).toEqual(afterCut);
  });

  test("a batch's table has each item's records under its line, and an operation's those of a call", async () => {
    things = [{ id: "a", name: "one" }];
    const requests = [
      { shelf: "top", count: 1 },
      { shelf: "low", count: 1 },
    ];
    const { id } = await post("/batches", { operation: "toyshelf/things", requests });
    await expect.poll(async () => (await service.get(`/batches/${id}`, key)).json().status).toBe("finished");
    const operations = { "toyshelf/things": requests[0] };
    const tables = await load(join(await mkdtemp(join(tmpdir(), "winnow-dlt-")), "tables.sqlite"), {
      batches: [id],
      operations,
    });
    const batch = tables[`batch_${id.replaceAll("-", "_")}`]!;
    expect(batch.map((row) => [row.winnow_line, row.id]).sort()).toEqual([
      [1, "a"],
      [2, "a"],
    ]);
    expect(tables.toyshelf_things).toMatchObject([{ id: "a", winnow_deleted: false }]);
  });

  test("under dlt itself, where it is installed, random histories leave the table right after each load", async (context) => {
    const hasDlt = await run(python!, ["-c", "import dlt, duckdb"]).then(
      () => true,
      () => false,
    );
    if (!hasDlt) return context.skip("dlt is not installed here: pip install 'dlt[duckdb]'");
    const { stdout } = await run(python!, [join(here, "tests/prove_tables.py"), "--histories", "20", "--dlt"], {
      env: plain,
    });
    expect(stdout).toMatch(/^20 histories of 30 runs, \d+ loads: the table was right after each/);
  });

  test("random histories with recalls, corrections and loads that die leave the table right after each load", async () => {
    const { stdout } = await run(python!, [join(here, "tests/prove_tables.py"), "--histories", "60"], { env: plain });
    expect(stdout).toMatch(/^60 histories of 30 runs, \d+ loads: the table was right after each/);
  });
});
