/**
 * What was asked for, whatever the number of records and seconds: repeats of one request are one piece of evidence. 53 bits
 * that mix well (cyrb53) are enough to tell some thousand requests apart; nobody has to be kept from forging one.
 */
export function requestDigest({ count: _count, timeout: _timeout, ...asked }: Record<string, unknown>): string {
  const text = JSON.stringify(asked);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
