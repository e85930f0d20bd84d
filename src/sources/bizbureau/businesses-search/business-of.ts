import { absoluteUrl, cleanText, flagOf, numberOf } from "../../../contract/values.ts";
import { objectOf } from "../../../source-kit/json.ts";
import { business } from "./record.ts";

export type BusinessRecord = ReturnType<typeof business>;

const GRADE = /^[A-F][+-]?$/;

/** One row of a search, or null for a row without an id. */
export function businessOf(value: unknown, origin: string): BusinessRecord | null {
  const row = objectOf(value);
  const id = cleanText(row?.id);
  if (row === null || id === null) return null;
  const grade = gradeOf(row.rating);
  return business({
    id,
    name: cleanText(withoutEmphasis(row.businessName)),
    image: absoluteUrl(row.logoUri, origin),
    bbb_rating: grade,
    is_accredited: flagOf(row.bbbMember),
    phone: listOf(row.phone)
      .map(cleanText)
      .find((phone) => phone !== null),
    category: cleanText(row.tobText),
    categories: listOf(row.categories)
      .map(nameOf)
      .filter((name) => name !== null),
    address: cleanText(row.address),
    city: cleanText(row.city),
    state: cleanText(row.state),
    zip_code: cleanText(row.postalcode),
    // An ungraded business carries a score of 0, which is none.
    rating_score: grade === null ? null : numberOf(row.ratingScore),
    bbb_name: cleanText(row.bbbName),
    profile_url: absoluteUrl(row.reportUrl, origin),
    local_profile_url: absoluteUrl(row.localReportUrl, origin),
  });
}

function gradeOf(rating: unknown): string | null {
  const grade = cleanText(rating);
  return grade !== null && GRADE.test(grade) ? grade : null;
}

/** Matched words are marked inside a word too, so the mark leaves no blank. */
const withoutEmphasis = (name: unknown) => (typeof name === "string" ? name.replace(/<\/?em>/gi, "") : name);

const listOf = (value: unknown): unknown[] => [value].flat();

const nameOf = (category: unknown) => cleanText(objectOf(category)?.name ?? category);
