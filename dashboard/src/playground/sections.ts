import { humanise } from "../ui/format.ts";
import { type FormField, isMain, type RangeField, type Values } from "./fields.ts";

export type AnyField = FormField | RangeField;

export interface FormSection {
  title: string;
  fields: AnyField[];
}

/** The field's name; for a range, the name of its first date. */
export const fieldName = (field: AnyField): string => (field.kind === "range" ? field.from.name : field.name);
export const fieldNames = (field: AnyField): string[] =>
  field.kind === "range" ? [field.from.name, field.to.name] : [field.name];
export const fieldTitle = (field: AnyField): string =>
  field.kind === "range" ? rangeTitle(field) : humanise(field.name);

/** For example "Check-in and check-out". */
const rangeTitle = ({ from, to }: RangeField): string =>
  `${humanise(from.name)} and ${humanise(to.name).toLowerCase()}`;

/** Section titles for the other fields, by name. The first match wins. */
const rules: Array<[title: string, pattern: RegExp]> = [
  ["Response", /^(count|timeout|sort|order|language|lang|currency|with_)/],
  ["Guests and rooms", /adult|child|guest|^rooms$|bedroom|bathroom|min_beds|bed_types|travel_groups/],
  ["Price and policies", /price|discount|payment|polic|meal|availab/],
  ["Rating", /rating|review|score|star|accredited|highly/],
  ["Place", /city|cities|destination|district|landmark|distance|location|radius|country|region|_ids$/],
  ["Accessibility", /accessib/],
  ["Amenities", /amenit|activit|facilit/],
];

const REST = "More filters";

/** The form's sections: the fields most calls need first, then the rest by topic. */
export function formSections(fields: AnyField[], example: Values): FormSection[] {
  // The number of records is the last question, not the first.
  const main = fields
    .filter((field) => isMain(field, example))
    .toSorted((a, b) => Number(fieldName(a) === "count") - Number(fieldName(b) === "count"));
  const rest = fields.filter((field) => !main.includes(field));
  const byTitle = Map.groupBy(
    rest,
    (field) => rules.find(([, pattern]) => pattern.test(fieldName(field)))?.[0] ?? REST,
  );
  const ordered = [...rules.map(([title]) => title).filter((title) => title !== "Response"), REST, "Response"];
  return [
    { title: "The call", fields: main },
    ...ordered.flatMap((title) => {
      const own = byTitle.get(title);
      return own ? [{ title, fields: own }] : [];
    }),
  ];
}

export const hasAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Whether the words occur in a field's name, its description, or its possible values. */
export function fits(field: AnyField, words: string): boolean {
  const about = field.kind === "range" ? `${field.from.description} ${field.to.description}` : field.description;
  const values = field.kind === "range" ? "" : field.choices.join(" ").replaceAll("_", " ");
  return hasAll(`${fieldTitle(field)} ${fieldNames(field).join(" ")} ${about} ${values}`, words);
}
