import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import { filledFields } from "../contract/record.ts";
import type { Source } from "../contract/source.ts";
import { sharedBench } from "./shared-bench.ts";

/** Checks that the examples work and their records fit the schema. */
export function exampleSuite(source: Source, operation: Operation): void {
  describe("the examples", () => {
    const bench = sharedBench(source);

    test.each(operation.examples)(
      "%j gives records that fit the schema, with the required fields filled",
      async (example) => {
        const records = await bench.run(operation, example);
        const [first] = records;
        if (!first) throw new Error("no record");
        const ajv = new Ajv2020({ strict: false });
        const fits = ajv.compile({ type: "array", items: operation.record });
        expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
        for (const record of records) expect(Object.keys(record)).toEqual(Object.keys(operation.record.properties));
        for (const field of filledFields(operation.record)) expect(first[field], field).not.toBeNull();
      },
    );
  });
}
