import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { endHere } from "./support/cli/end-here.ts";
import type { TestService } from "./support/service.ts";
import { sharedService } from "./support/shared-service.ts";

const root = join(import.meta.dirname, "..");
const pages = globSync("{README.md,docs/*.md,docs/*/*.md,client/README.md,clients/python/README.md}", {
  cwd: root,
}).sort();
const nextYear = new Date().getUTCFullYear() + 1;

/** Examples on the pages, each once per page. Dates move to next year, as in the service's own examples. */
const found = (pattern: RegExp): Array<[string, string, string]> =>
  pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/\b20\d\d(-\d\d-\d\d["\s])/g, `${nextYear}$1`);
    return [...text.matchAll(pattern)].map(([, what, rest]): [string, string, string] => [page, what!, rest!]);
  });

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedService();
  key = await service.createKey({ plan: "enterprise", points: 100_000 });
});

test.each(found(/curl[^`]*?(\/api\/[\w/-]+)[^`]*? -d '([^']*)'(?! # 422)/g))(
  "%s: curl %s with %s succeeds",
  async (_, path, body) => {
    expect((await service.post(path, body, { key })).statusCode).toBe(200);
  },
);

test.each(found(/execute \{"operation": "([\w/-]+)", "request": (.*)\}$/gm))(
  "%s: execute %s with %s finds records",
  async (_, name, body) => {
    const answer = await service.post(`/api/${name}`, body, { key });
    expect([answer.statusCode, answer.json().length > 0]).toEqual([200, true]);
  },
);

test.each(found(/winnow (call) (.*?)(?: > .*| +#.*)?$/gm))("%s: winnow %s %s succeeds", async (_, command, words) => {
  const split = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  const { code, stderr } = await endHere([command, ...split], { WINNOW_URL: service.address, WINNOW_KEY: key });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
});
