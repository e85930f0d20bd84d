import { cycled, onDemand } from "../../../source-kit/stand-in/lists.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import cities from "./cities.json" with { type: "json" };

/** With the beginning of its postal codes. */
const STATES =
  "AL:350 AZ:850 AR:716 CA:900 CO:800 CT:060 DE:197 FL:320 GA:300 ID:832 IL:600 IN:460 IA:500 KS:660 KY:400 LA:700 ME:040 MD:206 MA:010 MI:480 MN:550 MS:386 MO:630 MT:590 NE:680 NV:889 NH:030 NJ:070 NM:870 NY:120 NC:270 ND:580 OH:430 OK:730 OR:970 PA:150 TX:750 WA:980 ON:M BC:V"
    .split(" ")
    .map((pair) => pair.split(":") as [state: string, code: string]);
const FIRST =
  "Ash Brook Clear Dun East Fair Glen Hart Iron Kings Lake Mill North Oak Pine Red Stone Thorn West Wind".split(" ");
const SECOND = "ford field ton ville port burg dale view bury ham".split(" ");

/** Distances of a state's towns from its first, in miles: each radius of the site's filter reaches one more. */
const MILES_OUT = [0, 8, 18, 40, 80];
const INVENTED = STATES.length * MILES_OUT.length;
const IN_CANADA = ["ON", "BC", "AB", "QC"];

/** The town of a state with a unique name; other names occur in several states. */
const OF_ONE_STATE = 4;

const MILES_PER_DEGREE = 69;

/** Forty states, far apart, with five towns each. */
function invented(index: number) {
  const place = Math.floor(index / MILES_OUT.length);
  const [state, code] = cycled(STATES, place);
  const chance = seeded(`town ${index}`);
  const miles = cycled(MILES_OUT, index);
  return {
    // The draw of the second half starts elsewhere for each state, so that no two towns of a state share a name.
    city:
      index % MILES_OUT.length === OF_ONE_STATE
        ? `Port ${FIRST[place % FIRST.length]}${place < FIRST.length ? "wick" : "stead"}`
        : `${FIRST[(index * 7 + place) % FIRST.length]}${SECOND[(index + place * 3) % SECOND.length]}`,
    state,
    /** The five digits of its ZIP, or a Canadian postal code. */
    zip: IN_CANADA.includes(state) ? `${code}${index % 10}G ${chance.int(1, 9)}P7` : `${code}${11 + (index % 5) * 17}`,
    lat: 30 + (place % 5) * 4 + miles / MILES_PER_DEGREE,
    lng: -120 + Math.floor(place / 5) * 6,
    bureau: String(100 + place),
  };
}

/** The invented towns, and then the large cities that people ask for. */
const made = (index: number) => {
  const [city = "", state = "", zip = "", lat = 0, lng = 0] = (cities[index - INVENTED] ?? []) as [
    string,
    string,
    string,
    number,
    number,
  ];
  const own = index < INVENTED ? invented(index) : { city, state, zip, lat, lng, bureau: String(300 + index) };
  const country: "CAN" | "USA" = IN_CANADA.includes(own.state) ? "CAN" : "USA";
  const bureau = { id: own.bureau.padStart(4, "0"), name: `Bureau Serving ${own.state} & Region` };
  return { ...own, index, country, bureau };
};

export type Town = ReturnType<typeof made>;

export const towns = onDemand((): readonly Town[] =>
  Array.from({ length: INVENTED + cities.length }, (_, index) => made(index)),
);

export const townName = ({ city, state }: Town) => `${city}, ${state}`;
