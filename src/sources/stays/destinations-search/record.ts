import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Destination = defineRecord("StaysDestination", {
  id: filled(
    required(text({ description: "What `destination_id` takes, where it is a number; a country's is its code." })),
  ),
  destination_type: filled(required(text({ description: "What `destination_type` takes: CITY, REGION, ..." }))),
  name: filled(text()),
  label: text({ description: "The name with what it lies in." }),
  region: text(),
  country: text(),
  latitude: decimal(),
  longitude: decimal(),
  property_count: whole({ description: "Properties there." }),
});

export const destination = recordMaker(Destination);
export type DestinationRecord = ReturnType<typeof destination>;
