import { Type } from "typebox";
import { dayOrInstant } from "../../../contract/shapes.ts";

/** The time that a list is asked for. */
export const spanFields = { from: Type.Optional(dayOrInstant()), to: Type.Optional(dayOrInstant()) };

const DAY = 86_400_000;

/** Days are UTC, and the last of them is included; an instant that ends the time is not. */
export const spanOf = ({ from, to }: { from?: string; to?: string }) => ({
  start: from === undefined ? null : Date.parse(from),
  end: to === undefined ? null : Date.parse(to) + (to.includes("T") ? 0 : DAY),
});
