/** The value at a path; of a list, those of its entries. */
export function valueAt(value: unknown, steps: string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value ?? null;
  if (Array.isArray(value)) return value.map((entry) => valueAt(entry, steps));
  return typeof value === "object" && value !== null ? valueAt((value as Record<string, unknown>)[step], rest) : null;
}
