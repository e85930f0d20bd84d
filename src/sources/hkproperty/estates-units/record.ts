import { decimal, defineRecord, filled, inUnit, recordMaker, text } from "../../../contract/record.ts";

export const Unit = defineRecord("HkpropertyUnit", {
  unit: text({ description: "Value for `unit` of the valuation; null if the site gives the unit no code." }),
  unit_code: text(),
  building: filled(text()),
  floor: filled(text()),
  flat: filled(text()),
  saleable_area: inUnit("sq ft", decimal()),
});

export const unitRecord = recordMaker(Unit);
