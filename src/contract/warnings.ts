/** Every warning of Winnow itself (`x-warnings`); operations declare their own. The docs are generated from both. */
export const warningCatalogue = {
  request_id_replaced: "`x-request-id` had no effect: it was not a UUID, so Winnow chose one.",
  stream_left:
    "The client closed the stream early and was charged for the records that were sent (in the history). The same Idempotency-Key gives all records for the rest of the price.",
  stream_timed_out:
    "The stream reached its own timeout and was charged for the records that had been sent. The same Idempotency-Key gives all records for the rest of the price.",
  "continued:<credits>":
    "An earlier stream with this Idempotency-Key was interrupted. These are all records, those that were sent then included: they had cost this many points, and `x-credits-charged` is the rest of the price.",
  partial:
    "The job reached its timeout. These are the records that it had by then, and they are charged (`partial=keep`).",
  "unknown_field:<name>": "The body has a field that the operation does not have; it was ignored.",
  "unknown_fields_more:<count>": "The body has that many more such fields, which are not named here.",
  "fallback:<form>":
    "The usual form of the site's pages (such as `data`) could not be read, so Winnow read another form. Some fields may be empty.",
  "drift:<field>":
    "The values of this field (or of `answer`, the response as a whole) are not what the same request gave before, or an incident is open and this response cannot show that they are right. Check them before you use them.",
} as const satisfies Record<string, string>;

/** `code:<what>` in the catalogue stands for every code that begins with it. */
type Expanded<Code> = Code extends `${infer Name}:<${string}>` ? `${Name}:${string}` : Code;
export type WarningCode = Expanded<keyof typeof warningCatalogue> | (string & {});

/** The warnings of an operation: what each code means, in one or two sentences. */
export type OwnWarnings = Readonly<Record<string, string>>;

/** Bytes of all names in the header: proxies often allow 4 KiB for all headers of a response. */
const MAX_NAMES = 1_000;
const MAX_NAME = 60;

/** Warns of each unknown field by its name, and of the number of those whose names do not fit. */
export function unknownFields(names: string[]): WarningCode[] {
  const codes: WarningCode[] = [];
  let bytes = 0;
  for (const name of names) {
    const code = `unknown_field:${shortened(name)}` as const;
    bytes += encodeWarning(code).length;
    if (bytes > MAX_NAMES) return [...codes, `unknown_fields_more:${names.length - codes.length}`];
    codes.push(code);
  }
  return codes;
}

const shortened = (name: string): string => {
  const characters = [...name.slice(0, 2 * (MAX_NAME + 1))];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME).join("")}…` : name;
};

/** A header is ASCII and separates codes by commas: the part after the colon is percent-encoded UTF-8. */
export const encodeWarning = (code: WarningCode): string => {
  const [name = "", ...rest] = code.toWellFormed().split(":");
  return [name, ...rest.map(encodeURIComponent)].join(":");
};

export const decodeWarning = (code: string): WarningCode => decodeURIComponent(code) as WarningCode;
