/**
 * Encodes a value as the interned table of React Router's single fetch: plain data only, which is all that the stand-in
 * sends.
 */
export function intern(root: unknown): string {
  const places = new Map<unknown, number>();
  const written: string[] = [];
  const place = (value: unknown): number => {
    if (value === undefined) return -7;
    if (value === null) return -5;
    const known = places.get(value);
    if (known !== undefined) return known;
    const index = written.length;
    places.set(value, index);
    written.push("");
    written[index] = write(value);
    return index;
  };
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(place).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([name, member]) => `"_${place(name)}":${place(member)}`)
      .join(",")}}`;
  };
  place(root);
  return `[${written.join(",")}]\n`;
}
