import { csvRows } from "../../src/files/csv-rows.ts";
import type { Rec } from "./way.ts";

export function csvRecords(text: string): Rec[] {
  const [names = [], ...rows] = csvRows(text);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at]!, cell])));
}
