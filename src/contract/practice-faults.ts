/** What a test key can ask for with `x-fault`. */
export const practiceFaults = {
  slow: "the first record takes 25 seconds, so that `timeout: 20` is a 408",
  wall: "the site shows a challenge instead of its pages: 412 `blocked`, free",
  drift: "a field has lost its values: 200 with the warning `drift:<field>` in `x-warnings`",
  empty: "the site finds nothing: `[]`, or 412 `no_such_thing` where a single record is asked for",
} as const;

export type PracticeFault = keyof typeof practiceFaults;
export const practiceFaultNames = Object.keys(practiceFaults) as PracticeFault[];
