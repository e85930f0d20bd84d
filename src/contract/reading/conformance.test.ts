import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BusinessesSearch } from "../../sources/bizbureau/businesses-search/request.ts";
import { Valuations } from "../../sources/hkproperty/valuations/request.ts";
import { Companies } from "../../sources/jobsboard/companies/request.ts";
import { ProductsSearch as NlretailSearch } from "../../sources/nlretail/products-search/request.ts";
import { ProductsSearch as RuretailSearch } from "../../sources/ruretail/products-search/request.ts";
import { HotelsSearch } from "../../sources/stays/hotels-search/request.ts";
import { WinnowError } from "../errors.ts";
import { compileRequest } from "./read-request.ts";
import { serialiseValidation } from "./serialise.ts";

interface Case {
  path: string;
  body: string;
  status: number;
  answer?: { detail: Array<{ type: string; loc: unknown[]; msg: string }> };
  understood?: Record<string, unknown>;
}

const readers = {
  "/api/bizbureau/businesses/search": compileRequest(BusinessesSearch),
  "/api/hkproperty/valuations": compileRequest(Valuations),
  "/api/jobsboard/companies": compileRequest(Companies),
  "/api/nlretail/products/search": compileRequest(NlretailSearch),
  "/api/ruretail/products/search": compileRequest(RuretailSearch),
  "/api/stays/hotels/search": compileRequest(HotelsSearch),
} as Record<string, (body: Uint8Array, contentType: string) => unknown>;

const answerTo = (
  { path, body }: Case,
  encoding: BufferEncoding = "utf8",
): Pick<Case, "status" | "answer" | "understood"> => {
  try {
    const understood = readers[path]!(Buffer.from(body, encoding), "application/json") as Record<string, unknown>;
    return { status: 200, understood };
  } catch (error) {
    if (!(error instanceof WinnowError) || !Array.isArray(error.detail)) throw error;
    return { status: error.status, answer: JSON.parse(serialiseValidation(error.detail)) };
  }
};

/** The position and the words of a JSON fault may differ between parsers; the shape may not. */
const comparable = (answer: Case["answer"]) =>
  answer?.detail.map((item) =>
    item.type === "json_invalid"
      ? { type: item.type, msg: item.msg, loc: [item.loc[0], Number.isInteger(item.loc[1])] }
      : item,
  );

const file = new URL("../../../../shared/conformance/validation.json", import.meta.url);
const recorded = existsSync(file);

describe.skipIf(!recorded)("what FastAPI answered to recorded bodies", () => {
  const cases: Case[] = recorded ? JSON.parse(readFileSync(file, "utf8")) : [];

  test.each(Object.keys(readers))("%s: every body gets the same answer", (path) => {
    const own = cases.filter((one) => one.path === path);
    expect(own.length).toBeGreaterThan(0);
    for (const one of own) {
      const { status, answer, understood } = answerTo(one);
      expect({ body: one.body, status, answer: comparable(answer), understood }).toStrictEqual({
        body: one.body,
        status: one.status,
        answer: comparable(one.answer),
        understood: one.understood,
      });
    }
  });

  test("a body read the quick way is read the same the exact way", () => {
    const taken = cases.filter((one) => one.status === 200);
    expect(taken.length).toBeGreaterThan(0);
    for (const one of taken) {
      // JSON.parse is given no UTF-16, so the exact reader gets it.
      expect(answerTo(one, "utf16le")).toStrictEqual(answerTo(one));
    }
  });

  test("every path of the recording has a reader", () => {
    expect([...new Set(cases.map((one) => one.path))].sort()).toEqual(Object.keys(readers).sort());
  });
});
