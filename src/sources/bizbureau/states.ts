const codes = (country: "USA" | "CAN", lines: string) =>
  lines.split(",").map((line) => {
    const [code = "", name = ""] = line.trim().split(/ (.*)/);
    return { code, name: name.toLowerCase(), country };
  });

/** States and provinces, by the two letters that the directory writes after a city. */
const states = [
  ...codes(
    "USA",
    "AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, " +
      "DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, " +
      "KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, " +
      "MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, " +
      "NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, " +
      "PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, " +
      "UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming",
  ),
  ...codes(
    "CAN",
    "AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia, " +
      "NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon",
  ),
] as const;

/** The state that a text names, by code or full name; null if none. */
export const stateCalled = (text: string) => {
  const wanted = text.trim().toLowerCase();
  return states.find(({ code, name }) => code.toLowerCase() === wanted || name === wanted) ?? null;
};

/** The longest state name at the end of a text, and the text before it: "Santa Fe New Mexico". */
export function stateAtEnd(text: string) {
  const words = text.split(/\s+/);
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const state = stateCalled(words.slice(-taken).join(" "));
    if (state) return { state, before: words.slice(0, -taken).join(" ") };
  }
  return null;
}
