import { seeded } from "../../../contract/seeded.ts";
import { cycled, onDemand } from "../../../source-kit/stand-in/lists.ts";

const STATES =
  "AL AZ AR CA CO CT DE FL GA ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA TX WA ON BC".split(
    " ",
  );
const FIRST =
  "Ash Brook Clear Dun East Fair Glen Hart Iron Kings Lake Mill North Oak Pine Red Stone Thorn West Wind".split(" ");
const SECOND = "ford field ton ville port burg dale view bury ham".split(" ");

/** Distances of a state's towns from its first, in miles: each radius of the site's filter reaches one more. */
const MILES_OUT = [0, 8, 18, 40, 80];
const TOWNS = STATES.length * MILES_OUT.length;

/** The town of a state with a unique name; other names occur in several states. */
const OF_ONE_STATE = 4;

const MILES_PER_DEGREE = 69;

/** Forty states, far apart, with five towns each. */
function town(index: number) {
  const place = Math.floor(index / MILES_OUT.length);
  const state = cycled(STATES, place);
  const country: "CAN" | "USA" = state === "ON" || state === "BC" ? "CAN" : "USA";
  const chance = seeded(`town ${index}`);
  const miles = cycled(MILES_OUT, index);
  return {
    index,
    // The draw of the second half starts elsewhere for each state, so that no two towns of a state share a name.
    city:
      index % MILES_OUT.length === OF_ONE_STATE
        ? `Port ${FIRST[place % FIRST.length]}${place < FIRST.length ? "wick" : "stead"}`
        : `${FIRST[(index * 7 + place) % FIRST.length]}${SECOND[(index + place * 3) % SECOND.length]}`,
    state,
    country,
    /** The five digits of its ZIP, or a Canadian postal code. */
    zip: country === "CAN" ? `M${index % 10}G ${chance.int(1, 9)}P7` : String(10_000 + index * 401),
    lat: 30 + (place % 5) * 4 + miles / MILES_PER_DEGREE,
    lng: -120 + Math.floor(place / 5) * 6,
    bureau: { id: String(100 + place).padStart(4, "0"), name: `Bureau Serving ${state} & Region` },
  };
}

export type Town = ReturnType<typeof town>;

export const towns = onDemand((): readonly Town[] => Array.from({ length: TOWNS }, (_, index) => town(index)));

export const townName = ({ city, state }: Town) => `${city}, ${state}`;
