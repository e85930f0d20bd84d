interface Picture {
  url: unknown;
  /** In any measure that all have in common: pixels, a width, a rank. */
  size: number;
}

/** The address of the largest picture, of equal ones the first; null where none has an address. */
export function largestOf(pictures: Iterable<Picture>): string | null {
  let largest: string | null = null;
  let most = -1;
  for (const { url, size } of pictures) {
    if (typeof url !== "string" || url === "" || size <= most) continue;
    largest = url;
    most = size;
  }
  return largest;
}

/** The pictures of a `srcset`, or the one of a `src`, with the size that each entry states; pictures inside the page are none. */
export const srcsetOf = (srcset: string | null | undefined): Array<{ url: string; size: number }> =>
  (srcset ?? "").split(/,\s+/).flatMap((entry) => {
    const [url = "", size = "1"] = entry.trim().split(/\s+/);
    return url === "" || url.startsWith("data:") ? [] : [{ url, size: Number.parseFloat(size) || 0 }];
  });

/** Width and height that an address states (`/600x400.jpg`); null where it states none. */
export function sidesIn(url: unknown): [width: number, height: number] | null {
  const [, width, height] = /\/(\d+)x(\d+)\.\w+(?:$|\?)/.exec(String(url)) ?? [];
  return width === undefined ? null : [Number(width), Number(height)];
}
