/** How one measure of a field is judged: from which difference, in which direction, and how it is worded. */
interface Kind {
  /** Smaller differences are everyday variation, however steady the measure was: a sale halves prices. */
  floor: number;
  direction: "up" | "down" | "both";
  /** Shares are averaged over requests; sizes have outliers, so their median is used. */
  scale: "share" | "size";
  /** From this difference on a vital field is absurd rather than suspicious. */
  absurdFrom?: number;
  words(before: number, after: number): string;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const shares = (what: string) => (before: number, after: number) => `${what} ${percent(before)} -> ${percent(after)}`;
const sizes = (what: string) => (before: number, after: number) =>
  `${what} ${plain(fromLog(before))} -> ${plain(fromLog(after))}`;

/** Signed and defined at zero, so it fits prices, coordinates and percentage changes. */
export const toLog = (value: number): number => Math.sign(value) * Math.log10(1 + Math.abs(value));
export const fromLog = (log: number): number => Math.sign(log) * (10 ** Math.abs(log) - 1);
const plain = (value: number): string => Number(value.toPrecision(3)).toLocaleString("en-US");

/** Added to every response time, so that doubling a tiny one does not matter. */
const LATENCY_OFFSET_MS = 300;
export const latencyToLog = (ms: number): number => Math.log10(ms + LATENCY_OFFSET_MS);

export const kinds = {
  filled: { floor: 0.15, direction: "down", scale: "share", absurdFrom: 0.5, words: shares("filled in") },
  median: { floor: 0.4, direction: "both", scale: "size", absurdFrom: 1, words: sizes("median") },
  numeric: {
    floor: 0.5,
    direction: "both",
    scale: "share",
    absurdFrom: 0.5,
    words: shares("numbers among its values"),
  },
  spread: {
    floor: 0.5,
    direction: "both",
    scale: "size",
    words: (before, after) => `middle half spans a factor of ${plain(10 ** before)} -> ${plain(10 ** after)}`,
  },
  fraction: { floor: 0.5, direction: "down", scale: "share", words: shares("numbers with decimals") },
  constant: { floor: 0.6, direction: "up", scale: "share", absurdFrom: 0.6, words: shares("records with one value") },
  order: { floor: 0.5, direction: "both", scale: "share", words: shares("records with the smaller value here") },
  length: { floor: 0.25, direction: "both", scale: "size", words: sizes("length") },
  items: { floor: 0.3, direction: "both", scale: "size", words: sizes("items") },
  wording: { floor: 0.2, direction: "down", scale: "share", words: shares("likeness of its text to earlier text") },
  same: { floor: 0.6, direction: "down", scale: "share", words: shares("records with the text that they had before") },
  format: { floor: 0.4, direction: "down", scale: "share", words: shares("likeness of its format to earlier ones") },
  mixed: { floor: 0.5, direction: "down", scale: "share", words: shares("variety of its values") },
  records: { floor: 0.12, direction: "down", scale: "size", words: sizes("records") },
  complete: { floor: 0.2, direction: "down", scale: "share", words: shares("records of those the site says it has") },
  rows: { floor: 0.3, direction: "down", scale: "size", words: sizes("records per page") },
  duplicates: { floor: 0.2, direction: "up", scale: "share", words: shares("records that repeat another") },
  overlap: { floor: 0.4, direction: "up", scale: "share", words: shares("records that another request had too") },
  total: { floor: 0.5, direction: "down", scale: "size", words: sizes("results that the site says it has") },
  latency: {
    floor: 0.25,
    direction: "up",
    scale: "size",
    words: (before, after) =>
      `time per page ${[before, after].map((log) => `${Math.max(0, Math.round(10 ** log - LATENCY_OFFSET_MS))} ms`).join(" -> ")}`,
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** The response as a whole, in place of a field: `answer.records`. */
export const answerKey = (kind: KindName): MeasureKey => `answer.${kind} ${kind}`;

/** `price median`, or `price order:list_price` for a measure of two fields. */
export type MeasureKey = `${string} ${KindName}` | `${string} order:${string}`;

export const fieldOf = (key: string): string => key.slice(0, key.indexOf(" "));

/** Cached: there are some hundred keys, and each run looks all of them up several times. */
const known = new Map<string, Kind>();
export function kindOf(key: string): Kind {
  const kind = known.get(key) ?? kinds[key.slice(key.indexOf(" ") + 1).split(":")[0] as KindName];
  known.set(key, kind);
  return kind;
}

/** The difference in the direction that the kind worries about; 0 otherwise. */
export const worrying = (key: string, difference: number): number => {
  const { direction } = kindOf(key);
  if (direction === "up") return Math.max(0, difference);
  return direction === "down" ? Math.max(0, -difference) : Math.abs(difference);
};
