import { Type } from "typebox";
import { dayOrInstant } from "../../../contract/shapes.ts";

/** The requested time range. */
export const spanFields = { from: Type.Optional(dayOrInstant()), to: Type.Optional(dayOrInstant()) };

const DAY = 86_400_000;

/** Days are UTC and the last is included; an instant at the end is excluded. */
export const spanOf = ({ from, to }: { from?: string; to?: string }) => ({
  start: from === undefined ? null : Date.parse(from),
  end: to === undefined ? null : Date.parse(to) + (to.includes("T") ? 0 : DAY),
});
