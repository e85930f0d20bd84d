export interface Column {
  /** The path of a field, such as `price.amount`. */
  name: string;
  kind: "integer" | "number" | "boolean" | "text";
}

export type Cell = number | boolean | string | null;

/** Some rows of a file, and what the writer said about the slices before: of all if this is the last, else of one. */
export interface Slice<Part> {
  columns: Column[];
  rows: Cell[][];
  before: Part[];
  isLast: boolean;
}

export interface Sliced<Part> {
  bytes: Uint8Array;
  part: Part;
}
