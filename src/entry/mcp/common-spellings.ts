/**
 * Translates common spellings of agents into a tool's own terms. Unknown ones are left for the schema to reject with what
 * it allows.
 */

type Args = Record<string, unknown>;

const operatorWords: Record<string, string> = {
  "=": "eq",
  "==": "eq",
  "===": "eq",
  equals: "eq",
  equal: "eq",
  is: "eq",
  "!=": "ne",
  "!==": "ne",
  "<>": "ne",
  neq: "ne",
  not_equals: "ne",
  not_equal: "ne",
  is_not: "ne",
  ">": "gt",
  greater_than: "gt",
  ">=": "gte",
  ge: "gte",
  at_least: "gte",
  "<": "lt",
  less_than: "lt",
  "<=": "lte",
  le: "lte",
  at_most: "lte",
  includes: "contains",
  one_of: "in",
  any_of: "in",
  null: "is_null",
  isnull: "is_null",
  is_not_null: "not_null",
  notnull: "not_null",
  exists: "not_null",
};
const orderWords: Record<string, string> = {
  asc: "asc",
  ascending: "asc",
  up: "asc",
  "1": "asc",
  desc: "desc",
  descending: "desc",
  down: "desc",
  "-1": "desc",
};
const aggregateWords: Record<string, string> = {
  average: "avg",
  mean: "avg",
  total: "sum",
  minimum: "min",
  maximum: "max",
};

/** More than the schema allows: reads no further, because reading costs more than rejecting. */
const MAX_ITEMS = 100;
const LONGEST_WORD = 300;
const LONGEST_LIST = MAX_ITEMS * LONGEST_WORD;

export function withCommonSpellings(tool: string, args: Args): Args {
  const read: Args = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, parsed(name, value)]));
  if (isShort(read.fields, LONGEST_LIST)) read.fields = words(read.fields);
  if (tool !== "query") return read;
  if (isShort(read.group_by, LONGEST_LIST)) read.group_by = words(read.group_by);
  if (read.where !== undefined) read.where = listed(read.where).flatMap(conditions);
  if (read.sort !== undefined) {
    read.sort = listed(isShort(read.sort, LONGEST_LIST) ? words(read.sort) : read.sort).map(sortKey);
  }
  if (read.aggregate !== undefined) read.aggregate = listed(read.aggregate).map(aggregate);
  return read;
}

const isShort = (value: unknown, max = LONGEST_WORD): value is string =>
  typeof value === "string" && value.length <= max;

const structured = ["request", "where", "sort", "aggregate", "group_by", "fields"];

/** Some clients send lists and objects as JSON in a string. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !structured.includes(name) || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const words = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** At most one item more than any schema accepts, so that a list that is too long stays too long. */
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS + 1) : [value]);
export const isObject = (value: unknown): value is Args =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Our term for one of theirs, in any case and with blanks or hyphens. */
function known(table: Record<string, string>, word: unknown): unknown {
  if (typeof word === "string" && !isShort(word)) return word;
  const plain = String(word)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+(?=[a-z])/g, "_");
  if (Object.hasOwn(table, plain)) return table[plain];
  return typeof word === "string" ? plain : word;
}

/** The value of the first of these names that exists. */
function renamed({ ...args }: Args, to: string, from: string[]): Args {
  const given = from.find((name) => Object.hasOwn(args, name));
  if (given === undefined || Object.hasOwn(args, to)) return args;
  args[to] = args[given];
  delete args[given];
  return args;
}

function conditions(given: unknown): unknown[] {
  if (!isObject(given)) return [given];
  const condition = renamed(renamed(given, "op", ["operator", "operation"]), "field", ["column"]);
  if (!Object.hasOwn(condition, "op")) return [condition];
  condition.op = known(operatorWords, condition.op);
  const { op, value, ...rest } = condition;
  if (op !== "between" || !Array.isArray(value) || value.length !== 2) return [condition];
  return [
    { ...rest, op: "gte", value: value[0] },
    { ...rest, op: "lte", value: value[1] },
  ];
}

/** `"price desc"`, `"-price"`, `{field, direction}`. */
function sortKey(given: unknown): unknown {
  if (isShort(given)) {
    const match = /^(-?)(\S+?)(?:\s+(\S+))?$/.exec(given.trim());
    if (!match) return given;
    const [, minus, field, order] = match;
    const bySign = minus ? "desc" : "asc";
    return { field, order: order === undefined ? bySign : known(orderWords, order) };
  }
  if (!isObject(given)) return given;
  const key = renamed(renamed(given, "order", ["direction", "dir"]), "field", ["column", "by"]);
  if (typeof key.desc === "boolean" && key.order === undefined) {
    const { desc, ...rest } = key;
    return { ...rest, order: desc ? "desc" : "asc" };
  }
  return key.order === undefined ? key : { ...key, order: known(orderWords, key.order) };
}

/** `"count"`, `"avg(price)"`, `{function, field}`. */
function aggregate(given: unknown): unknown {
  if (isShort(given)) {
    const match = /^(\w+)(?:\(([^()]*)\))?$/.exec(given.trim());
    if (!match) return given;
    const [fn, field] = [match[1], match[2]?.trim()];
    return { fn: known(aggregateWords, fn), ...(field && field !== "*" && { field }) };
  }
  if (!isObject(given)) return given;
  const spec = renamed(renamed(given, "fn", ["function", "func", "op", "type"]), "as", ["alias"]);
  return spec.fn === undefined ? spec : { ...spec, fn: known(aggregateWords, spec.fn) };
}
