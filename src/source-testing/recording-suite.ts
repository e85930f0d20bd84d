import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Source } from "../contract/source.ts";
import { replay } from "../extraction/recording/replay.ts";
import { readWarc } from "../extraction/recording/warc.ts";

/** Replays recordings of the real site (`winnow record`): each must still give records that fit the schema. */
export function recordingSuite(source: Source, folder: string): void {
  describe("recordings", () => {
    test.each(readdirSync(folder).filter((name) => name.endsWith(".warc.gz")))("%s gives records", async (name) => {
      const recording = await readWarc(await readFile(join(folder, name)));
      const records = await replay(recording, source);
      const record = source.operations.find(({ path }) => path === recording.operation)?.record;
      const ajv = new Ajv2020({ strict: false });
      const fits = ajv.compile({ type: "array", items: record, minItems: 1 });
      expect(fits(records), ajv.errorsText(fits.errors)).toBe(true);
    });
  });
}
