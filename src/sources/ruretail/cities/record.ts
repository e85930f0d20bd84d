import { defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const City = defineRecord("RuretailCity", {
  code: filled(required(text({ description: "Value for `city` of the product search.", examples: ["msk_cl"] }))),
  name: filled(text()),
  region: text(),
});

export const cityRecord = recordMaker(City);
export type CityRecord = ReturnType<typeof cityRecord>;
