import { InvalidArgumentError } from "commander";

/** Parsers of command-line arguments, separate from the commands so that using one loads nothing else. */

export const wholeNumber = (raw: string): number => {
  if (!/^\d{1,15}$/.test(raw)) throw new InvalidArgumentError("must be a whole number, 0 or more");
  return Number(raw);
};

export const oneOrMore = (raw: string): number => {
  const number = wholeNumber(raw);
  if (number === 0) throw new InvalidArgumentError("must be 1 or more");
  return number;
};

/** A spending cap. */
export const pointsOrNone = (raw: string): number | null => (raw === "none" ? null : wholeNumber(raw));

export const commaList = (raw: string): string[] =>
  raw
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
