import { defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Estate = defineRecord("HkpropertyEstate", {
  estate: filled(required(text({ description: "The estate's code: the value for `estate` of the units operation." }))),
  name: filled(text()),
  district: text(),
  address: text(),
  unit_count: whole(),
});

export const estateRecord = recordMaker(Estate);
