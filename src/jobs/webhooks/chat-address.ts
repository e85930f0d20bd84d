const MIN_PART = 3;

/** What a receiver answered, without the parts of its address. */
export function withoutAddress(text: string, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split("/"), ...searchParams.values()].filter(({ length }) => length >= MIN_PART);
  return parts.reduce((rest, part) => rest.replaceAll(part, "…"), text);
}
