interface Picture {
  url: unknown;
  /** In any unit that the pictures share: pixels, a width, a rank. */
  size: number;
}

/** The address of the largest picture, or the first of equal ones; null if none has an address. */
export function largestOf(pictures: Iterable<Picture>): string | null {
  let largest: string | null = null;
  let max = -1;
  for (const { url, size } of pictures) {
    if (typeof url !== "string" || url === "" || size <= max) continue;
    largest = url;
    max = size;
  }
  return largest;
}

/** The pictures of a `srcset`, or the one of a `src`, with the size of each entry; inline pictures are skipped. */
export const srcsetOf = (srcset: string | null | undefined): Array<{ url: string; size: number }> =>
  (srcset ?? "").split(/,\s+/).flatMap((entry) => {
    const [url = "", size = "1"] = entry.trim().split(/\s+/);
    return url === "" || url.startsWith("data:") ? [] : [{ url, size: Number.parseFloat(size) || 0 }];
  });

/** Width and height in an address (`/600x400.jpg`); null if there are none. */
export function sidesIn(url: unknown): [width: number, height: number] | null {
  const [, width, height] = /\/(\d+)x(\d+)\.\w+(?:$|\?)/.exec(String(url)) ?? [];
  return width === undefined ? null : [Number(width), Number(height)];
}
