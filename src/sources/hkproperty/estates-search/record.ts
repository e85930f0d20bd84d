import { defineRecord, filled, recordMaker, required, text, unseen, whole } from "../../../contract/record.ts";

export const Estate = defineRecord("HkpropertyEstate", {
  estate: filled(required(text("The estate's code: the value for `estate` of the units operation."))),
  name: filled(text("Name of the estate, in the requested language.")),
  district: text("District."),
  address: unseen(text("Street address.")),
  unit_count: whole("Number of units in the estate."),
});

export const estateRecord = recordMaker(Estate);
