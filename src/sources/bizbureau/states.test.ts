import { expect, test } from "vitest";
import { stateAtEnd, stateCalled } from "./places.ts";

// The postal codes of both countries, written again as an independent check.
const USA =
  "AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY";
const CAN = "AB BC MB NB NL NS NT NU ON PE QC SK YT";

test.each([
  ...USA.split(" ").map((code) => [code, "USA"] as const),
  ...CAN.split(" ").map((code) => [code, "CAN"] as const),
])("%s is in %s", (code, country) => {
  expect(stateCalled(` ${code.toLowerCase()} `)).toMatchObject({ code, country });
});

test("a state is recognised by its full name, also at the end of a text", () => {
  expect(stateCalled("british columbia")?.code).toBe("BC");
  expect(stateCalled("Columbia")).toBeNull();
  expect(stateAtEnd("Santa Fe New Mexico")).toMatchObject({ state: { code: "NM" }, before: "Santa Fe" });
  expect(stateAtEnd("St John's Newfoundland and Labrador")).toMatchObject({ state: { code: "NL" } });
  expect(stateAtEnd("Kansas")).toBeNull();
});
