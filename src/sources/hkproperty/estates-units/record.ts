import { decimal, defineRecord, filled, inUnit, recordMaker, text } from "../../../contract/record.ts";

export const Unit = defineRecord("HkpropertyUnit", {
  unit: text("Value for `unit` of the valuation; null if the site gives the unit no code."),
  unit_code: text("The site's code of the unit, 12 letters."),
  building: filled(text("Name or number of the building.")),
  floor: filled(text("Floor, as the site writes it.")),
  flat: filled(text("Letter or number of the flat on its floor.")),
  saleable_area: inUnit("sq ft", decimal("Saleable area.")),
});

export const unitRecord = recordMaker(Unit);
