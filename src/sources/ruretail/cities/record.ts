import { defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const City = defineRecord("RuretailCity", {
  code: filled(required(text("Value for `city` of the product search.", { examples: ["msk_cl"] }))),
  name: filled(text("Name of the city, in Russian.")),
  region: text("Region in which the city lies, in Russian."),
});

export const cityRecord = recordMaker(City);
export type CityRecord = ReturnType<typeof cityRecord>;
