/** Fields that most readers look for first, and those that programs need more than people do. */
const FIRST = [
  /^@line$/,
  /^image$/,
  /^(name|title|label|estate_name)$/,
  /^price$/,
  /^price_per_/,
  /(^|_)rating(_score)?$/,
  /^review$/,
  /^(city|district|location|address)$/,
];
const LAST = [/(^|_)ids?$|^alias$|(?<!zip|postal)_code$/, /^@type$/];

/** A record's fields by use: name and price first, ids last, and the others in the contract's order. */
export function byUse(fields: readonly string[]): string[] {
  const rank = (field: string): number => {
    const first = FIRST.findIndex((pattern) => pattern.test(field));
    return first === -1 ? FIRST.length + 1 + LAST.findIndex((pattern) => pattern.test(field)) : first;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}
