import { defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const Location = defineRecord("BizbureauLocation", {
  location: filled(required(text({ description: "Value for `location` of the business search." }))),
  city: text(),
  state: text({ description: "Two-letter code." }),
  zip_code: text({ description: "Set if the place is a ZIP or postal code." }),
});

export const locationRecord = recordMaker(Location);
