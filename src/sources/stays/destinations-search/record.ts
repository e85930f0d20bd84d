import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Destination = defineRecord("StaysDestination", {
  id: filled(required(text("Value for `destination_id`, if it is a number. A country has its code here."))),
  destination_type: filled(required(text("Value for `destination_type`: CITY, REGION, ..."))),
  name: filled(text("Name of the place.")),
  label: text("Full name, with region and country."),
  region: text("Region in which the place lies."),
  country: text("Country in which the place lies."),
  latitude: decimal("Latitude in degrees."),
  longitude: decimal("Longitude in degrees."),
  property_count: whole("Properties in this destination."),
});

export const destination = recordMaker(Destination);
export type DestinationRecord = ReturnType<typeof destination>;
