import { cycled, onDemand } from "../../../source-kit/stand-in/lists.ts";
import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import { type Town, towns } from "./towns.ts";
import names from "./trades.json" with { type: "json" };

/** The trades of the businesses, numbered as the site does. */
const trades = names.map(({ id, name, also }) => ({ id, name, also, slug: toSlug(name) }));

type Trade = (typeof trades)[number];

const PER_TOWN = 100;

const OWNERS =
  "Abbott Baker Castillo Dawson Ellis Fuentes Grant Huang Ivers Jensen Keller Lopez Moore Nguyen O'Neil Patel Quinn Reyes Stone Tran Underwood Vega Walsh Young Zimmer".split(
    " ",
  );
const ENDINGS = ["LLC", "Inc.", "& Sons", "Co.", "Group", "{24/7}", "& Associates", "Pros", "Brothers"];
const STREETS = ["Main St", "Bedford St", "2nd Ave", "Elm St Apt 4", "Market Street", "Lakeside Dr", "Route 9"];

type Grade = readonly [share: number, grade: string, score: number];

const COMMON_TRADES = 25;
/** Only well graded businesses are accredited. */
const MIN_ACCREDITED = 80;

const UNGRADED: Grade = [0.2, "", 0];
const GRADES: readonly Grade[] = [
  UNGRADED,
  [0.45, "A+", 97],
  [0.53, "A", 94],
  [0.6, "A-", 93],
  [0.66, "B+", 88],
  [0.71, "B", 84],
  [0.76, "B-", 80],
  [0.8, "C+", 77],
  [0.84, "C", 74],
  [0.87, "C-", 70],
  [0.9, "D+", 67],
  [0.93, "D", 64],
  [0.95, "D-", 61],
  [1, "F", 30],
];

/** Every listing. */
export const listings = onDemand((): readonly Listing[] =>
  towns().flatMap((where) => Array.from({ length: PER_TOWN }, (_, place) => listing(where, place))),
);

function listing(where: Town, place: number) {
  const index = where.index * PER_TOWN + place;
  // The second address of the previous business: the same business in another row.
  const isSecondAddress = place % 40 === 39;
  const business = isSecondAddress ? index - 1 : index;
  const who = identity(business, where);
  const addressId = 50_000 + index;
  return {
    ...who,
    index,
    id: `${where.bureau.id}_${who.businessId}_${index % 97 === 0 ? "LR_" : ""}${addressId}`,
    town: where,
    zip: where.country === "USA" && place % 2 === 0 ? `${where.zip}-${1_000 + place * 83}` : where.zip,
    lat: where.lat + (((place * 37) % 100) - 50) / 3_000,
    lng: where.lng + (((place * 61) % 100) - 50) / 3_000,
    hasLocalProfile: isSecondAddress,
  };
}

/** A business at one address. */
export type Listing = ReturnType<typeof listing>;

/** Values shared by the addresses of one business. */
function identity(business: number, where: Town) {
  const chance = seeded(`local ${business}`);
  const count = chance.int(1, 4);
  // The first ones are the commonest.
  const start = chance.int(0, (chance.chance(0.7) ? COMMON_TRADES : trades.length) - 1);
  const main = cycled(trades, start);
  const own: [Trade, ...Trade[]] = [main, ...trades.slice(start + 1, start + count)];
  const draw = chance.next();
  const [, grade, score] = GRADES.find(([share]) => draw < share) ?? UNGRADED;
  return {
    businessId: String(100_000 + business * 7),
    name: `${chance.pick(OWNERS)} ${chance.chance(0.6) ? main.name : where.city} ${chance.pick(ENDINGS)}`,
    /** The main one first. */
    trades: own,
    /** "" for an ungraded business. */
    grade,
    score: grade === "" ? 0 : score + chance.int(0, 15) / 10,
    accredited: score >= MIN_ACCREDITED && chance.chance(0.55),
    hasLogo: chance.chance(0.3),
  };
}

/** Details that only a displayed row needs, created on demand. */
export function listingContact({ index }: Listing): { street: string; phones: string[] } {
  const chance = seeded(`contact ${index}`);
  const usual = () => (index % 200 === 9 ? 0 : chance.int(1, 3));
  const many = index % 1_000 === 11 ? 40 : usual();
  return {
    street: index % 50 === 3 ? "" : `${chance.int(1, 2400)} ${chance.pick(STREETS)}`,
    phones: Array.from(
      { length: many },
      () => `(${chance.int(201, 989)}) ${chance.int(200, 999)}-${chance.int(1000, 9999)}`,
    ),
  };
}
