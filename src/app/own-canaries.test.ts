import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSources } from "../sources/find-sources.ts";
import { withOwnCanaries } from "./own-canaries.ts";

const sources = await findSources();
const dataDir = mkdtempSync(join(tmpdir(), "winnow-canaries-"));
const ownOf = (text: string) => {
  writeFileSync(join(dataDir, "canaries.json"), text);
  return withOwnCanaries(sources, dataDir);
};

test("the operator's canaries replace those of the operations they name, and no others", () => {
  const own = { "locations/search": [{ request: { query: "Springfield" } }] };
  const [bizbureau, ...others] = ownOf(JSON.stringify({ bizbureau: own }));
  expect(bizbureau!.canaries.live).toEqual({ ...sources[0]!.canaries.live, ...own });
  expect(others).toEqual(sources.slice(1));
  expect(withOwnCanaries(sources, join(dataDir, "none"))).toBe(sources);
});

test.each<[string, string]>([
  ["{", "cannot be read"],
  ["[]", "must hold an object of sources"],
  ['{"lamps": {}}', "lamps names no source; there are bizbureau, hkproperty"],
  ['{"nlretail": []}', "nlretail must be an object of canaries by operation"],
  ['{"nlretail": {"products": []}}', 'nlretail["products"] names no operation of the source'],
  ['{"nlretail": {"products/search": []}}', "must hold a call that works on the live site"],
  ['{"nlretail": {"products/search": [{"request": {}}]}}', "[0].request does not fit the request: body.keyword"],
])("an unusable file stops the start with the reason: %s", (text, words) => {
  expect(() => ownOf(text)).toThrow(words);
});
