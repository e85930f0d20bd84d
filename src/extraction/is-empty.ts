/** Whether a value is missing: null, "" or an empty list. A count of 0 and `false` are values. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
