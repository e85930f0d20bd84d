import { defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const Location = defineRecord("BizbureauLocation", {
  location: filled(required(text({ description: "What `location` of the search takes." }))),
  city: text(),
  state: text({ description: "Two letters." }),
  zip_code: text({ description: "Where the place is given by its code." }),
});

export const locationRecord = recordMaker(Location);
