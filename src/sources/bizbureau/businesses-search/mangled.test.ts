import { expect, test } from "vitest";
import type { StandInReply } from "../../../contract/stand-in.ts";
import { faultsOfReader } from "../../../contract/testing/mangled.ts";
import { standIn } from "../site/stand-in.ts";
import operation from "./operation.ts";

test("an answer that came out wrong gives records of the schema or an error of the catalogue", () => {
  const ask = (path: string) => {
    const url = new URL(path, "http://127.0.0.1");
    return String(
      (standIn.answer({ method: "GET", url, headers: { "user-agent": "x" }, body: "" }) as StandInReply).body,
    );
  };
  const query = "find_text=cleaning&find_loc=USA&sort=AToZ";
  const request = { keyword: "x", count: 9, location: "", rating: null, accredited_only: false, radius: null };
  expect(faultsOfReader(operation, request, [ask(`/api/search?${query}`), ask(`/search?${query}`)], 400)).toEqual([]);
});
