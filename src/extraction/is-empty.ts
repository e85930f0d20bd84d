/** Nothing was found for it: null, "" or no items. A count of 0 and `false` are values. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
