import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findSources } from "../../sources/find-sources.ts";
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

const operations = (await findSources()).flatMap((source) => source.operations);
const readers = new Map(operations.map(({ path, request }) => [path, compileRequest(request)]));

const answerTo = ({ path, body }: Case): Pick<Case, "status" | "answer" | "understood"> => {
  try {
    const understood = readers.get(path)!(Buffer.from(body), "application/json");
    return { status: 200, understood };
  } catch (error) {
    if (!(error instanceof WinnowError) || !Array.isArray(error.detail)) throw error;
    return { status: error.status, answer: JSON.parse(serialiseValidation(error.detail)) };
  }
};

/** The position and text of a JSON error may differ between parsers; the shape may not. */
const comparable = (answer: Case["answer"]) =>
  answer?.detail.map((item) =>
    item.type === "json_invalid"
      ? { type: item.type, msg: item.msg, loc: [item.loc[0], Number.isInteger(item.loc[1])] }
      : item,
  );

const file = new URL("../../../../shared/conformance/validation.json", import.meta.url);
const recorded = existsSync(file);

describe.skipIf(!recorded)("FastAPI's recorded responses", () => {
  const cases: Case[] = recorded ? JSON.parse(readFileSync(file, "utf8")) : [];

  test.each([...new Set(cases.map((one) => one.path))])("%s: every body gets the same response", (path) => {
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

  test("every source has recorded bodies", () => {
    expect([...readers.keys()]).toEqual(expect.arrayContaining(cases.map((one) => one.path)));
  });
});
