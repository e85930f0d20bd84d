import { defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const Location = defineRecord("BizbureauLocation", {
  location: filled(required(text("Value for `location` of the business search."))),
  city: text("City."),
  state: text("Two-letter code of the state or province."),
  zip_code: text("Set if the place is a ZIP or postal code."),
});

export const locationRecord = recordMaker(Location);
