import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Destination = defineRecord("StaysDestination", {
  id: filled(
    required(text({ description: "Value for `destination_id`, if it is a number. A country has its code here." })),
  ),
  destination_type: filled(required(text({ description: "Value for `destination_type`: CITY, REGION, ..." }))),
  name: filled(text()),
  label: text({ description: "Full name, with region and country." }),
  region: text(),
  country: text(),
  latitude: decimal(),
  longitude: decimal(),
  property_count: whole({ description: "Properties in this destination." }),
});

export const destination = recordMaker(Destination);
export type DestinationRecord = ReturnType<typeof destination>;
