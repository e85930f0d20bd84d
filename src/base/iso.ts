/** Formats milliseconds since 1970 as the API does. */
export const iso = (at: number): string => new Date(at).toISOString();

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
