import { humanise } from "../ui/format.ts";
import { type FormField, isMain, type Values } from "./fields.ts";

export interface FormSection {
  title: string;
  fields: FormField[];
}

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
export function formSections(fields: FormField[], example: Values): FormSection[] {
  // The number of records is the last question, not the first.
  const main = fields
    .filter((field) => isMain(field, example))
    .toSorted((a, b) => Number(a.name === "count") - Number(b.name === "count"));
  const rest = fields.filter((field) => !main.includes(field));
  const byTitle = Map.groupBy(rest, (field) => rules.find(([, pattern]) => pattern.test(field.name))?.[0] ?? REST);
  const ordered = [...rules.map(([title]) => title).filter((title) => title !== "Response"), REST, "Response"];
  return [
    { title: "The call", fields: main },
    ...ordered.flatMap((title) => {
      const own = byTitle.get(title);
      return own ? [{ title, fields: own }] : [];
    }),
  ];
}

/** Whether the words occur in a field's name, its description, or its possible values. */
export const fits = ({ name, description, choices }: FormField, words: string): boolean =>
  hasAll(`${name} ${humanise(name)} ${description} ${choices.join(" ").replaceAll("_", " ")}`, words);

export const hasAll = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
