import type { Static, TSchema, TUnsafe } from "typebox";
import type { JsonSchema } from "./json-schema.ts";

/**
 * How often a healthy page fills a field. `always`: never null. `usually`: a page with too many empty values was misread.
 * The coverage guard watches both.
 */
export type Filled = "always" | "usually";

/** Record fields that a healthy page fills. */
export const filledFields = ({ properties }: RecordSchema): string[] =>
  Object.entries<JsonSchema>(properties)
    .filter(([, field]) => field["x-filled"] === true)
    .map(([name]) => name);

const wordsOf =
  (key: "x-unit" | "description") =>
  ({ properties }: RecordSchema): Record<string, string> =>
    Object.fromEntries(
      Object.entries<JsonSchema>(properties).flatMap(([name, { [key]: words }]) =>
        words === undefined ? [] : [[name, words]],
      ),
    );

export const unitsOf = wordsOf("x-unit");
export const meaningsOf = wordsOf("description");

export type RecordFields = Record<string, TSchema>;
type Fields<F extends RecordFields> = { [K in keyof F]: Static<F[K]> };
export type RecordOf<F extends RecordFields, N extends string = string> = { "@type": N } & Fields<F>;

export type RecordSchema<F extends RecordFields = RecordFields, N extends string = string> = TUnsafe<RecordOf<F, N>> & {
  type: "object";
  title: N;
  properties: F & { "@type": TSchema };
  required: string[];
};
