/** Every warning a response can carry (`x-warnings`), in one flat list; the docs are generated from it. */
export const warningCatalogue = {
  radius_without_location: "`radius` had no effect: it needs a `location`.",
  available_only_without_dates: "`available_only` had no effect: it needs `checkin` and `checkout`.",
  price_filter_without_dates: "A price filter had no effect: it needs `checkin` and `checkout`.",
  request_id_replaced: "`x-request-id` had no effect: it was not a UUID, so Winnow chose one.",
  stream_left:
    "The client closed the first stream with this Idempotency-Key early. These are the records it received and was charged for.",
  stream_timed_out:
    "The stream reached its own timeout. These are the records that had been sent by then and were charged for.",
  partial:
    "The job reached its timeout. These are the records that it had by then, and they are charged (`partial=keep`).",
  "unknown_field:<name>": "The body has a field that the operation does not have; it was ignored.",
  distance_rounded_down: "`max_distance_from_center_meters` was rounded down to a distance that the site offers.",
  "drift:<field>":
    "The values of this field (or of `answer`, the response as a whole) differ from what they were, and an incident is open. Check them before you use them.",
} as const satisfies Record<string, string>;

/** `code:<what>` in the catalogue stands for every code that begins with it. */
type Expanded<Code> = Code extends `${infer Name}:<${string}>` ? `${Name}:${string}` : Code;
export type WarningCode = Expanded<keyof typeof warningCatalogue>;

const MOST_NAMED = 10;

/** Formats warnings for a header. */
export const unknownFields = (names: string[]): WarningCode[] =>
  names.slice(0, MOST_NAMED).map((name): WarningCode => `unknown_field:${name.replace(/[^\w.-]/g, "_").slice(0, 60)}`);
