const LETTER_PAIRS = 256;
const SHAPES = 64;
/** Characters used of each text: enough to distinguish languages and formats. */
const MOST_CHARACTERS = 64;

/** How often each pair of letters, and each shape of a whole text (`9-9-9`), occurs; hashed into buckets. */
export interface TextProfile {
  pairs: Float32Array;
  shapes: Float32Array;
}

export const emptyProfile = (): TextProfile => ({
  pairs: new Float32Array(LETTER_PAIRS),
  shapes: new Float32Array(SHAPES),
});

export function addText(profile: TextProfile, text: string): void {
  const end = Math.min(text.length, MOST_CHARACTERS);
  let [shape, lastClass, before] = [7, 0, 32];
  for (let at = 0; at < end; at++) {
    const code = lower(text.charCodeAt(at));
    const letterClass = classOf(code);
    if (letterClass >= LETTER) count(profile.pairs, Math.imul(before, 31) + code);
    before = letterClass >= LETTER ? code : 32;
    // A run of digits, or of letters of one script, counts as one character.
    if (letterClass !== lastClass || letterClass === OTHER)
      shape = Math.imul(shape ^ (letterClass + code * +(letterClass === OTHER)), 2654435761);
    lastClass = letterClass;
  }
  count(profile.shapes, shape >>> 12);
}

/** Both sizes are powers of two. */
function count(buckets: Float32Array, hash: number): void {
  const at = hash & (buckets.length - 1);
  buckets[at] = (buckets[at] ?? 0) + 1;
}

/** Cosine similarity of two histograms: 1 for the same mix, 0 for nothing in common. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const one = a[at] ?? 0;
    const other = b[at] ?? 0;
    product += one * other;
    ofA += one ** 2;
    ofB += other ** 2;
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB);
}

/** Moves a profile towards another, normalised one by a share. */
export function blend(into: Float32Array, from: Float32Array, share: number): void {
  const sum = from.reduce((total, count) => total + count, 0);
  if (sum === 0) return;
  for (const [at, was] of into.entries()) into[at] = was + ((from[at] ?? 0) / sum - was) * share;
}

const [DIGIT, SPACE, OTHER, LETTER] = [1, 2, 3, 4];

/** Letters of different scripts have different classes. */
function classOf(code: number): number {
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 32 || code === 160) return SPACE;
  if ((code >= 97 && code <= 122) || (code >= 0xc0 && code < 0x250)) return LETTER;
  if (code < 0x370) return OTHER;
  // Greek, Cyrillic, Arabic, Thai, Han and so on, by the high byte of their block.
  return code >= 0x2000 && code < 0x3040 ? OTHER : LETTER + (code >= 0x4e00 && code < 0xa000 ? 0x4e : code >> 8);
}

const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
