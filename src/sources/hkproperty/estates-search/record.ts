import { defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Estate = defineRecord("HkpropertyEstate", {
  estate: filled(required(text({ description: "The estate's code: what `estate` of the units' list takes." }))),
  name: filled(text()),
  district: text(),
  address: text(),
  unit_count: whole(),
});

export const estateRecord = recordMaker(Estate);
