import { type Seeded, seeded } from "../../../source-kit/stand-in/seeded.ts";

/** Shorter words are units, currencies and articles, shorter numbers are counts, prices and years: not content. */
const SHORTEST_WORD = 3;
const SHORTEST_NUMBER = 5;
const SHORTEST_CODE = 5;

/** Common parts of addresses and file names. */
const EVERYWHERE = new Set("http https www example site jpg jpeg png webp gif svg html json".split(" "));

const ALPHABETS: Array<[RegExp, string, string]> = [
  [/\p{Script=Cyrillic}/u, "аеиоу", "бвгдзклмнпрст"],
  [/\p{Script=Greek}/u, "αεηιου", "βγδκλμνπρστ"],
  [/\p{Script=Han}/u, "", "一丁七万丈三上下不与丑专且世丘丙业丛东丝两严丧个中丰串临丸丹主丽举"],
  [/\p{Script=Hiragana}/u, "", "あいうえおかきくけこさしすせそたちつてと"],
  [/\p{Script=Katakana}/u, "", "アイウエオカキクケコサシスセソタチツテト"],
  [/\p{Script=Hangul}/u, "", "가나다라마바사아자차카타파하거너더러머버"],
  [/\p{Script=Arabic}/u, "", "ابتثجحدرزسشصطعفقكلمن"],
  [/\p{Script=Hebrew}/u, "", "אבגדהוזחטיכלמנסעפצקר"],
  [/\p{Script=Thai}/u, "", "กขคงจชซดตถทนบปผพมยรล"],
  [/\p{L}/u, "aeiou", "bdfgklmnprstvz"],
];
const VOWEL = /[aeiouyàáâäåæèéêëìíîïòóôöøùúûüаеёиоуыэюяαεηιουω]/i;

/** Whether a word, number or code is content of the site, which must be replaced. */
export function isContent(token: string): boolean {
  if (EVERYWHERE.has(token.toLowerCase())) return false;
  if (/^\d+$/.test(token)) return token.length >= SHORTEST_NUMBER && !isEpoch(token);
  if (/\d/.test(token)) return token.length >= SHORTEST_CODE;
  return token.length >= SHORTEST_WORD || /\p{Script=Han}/u.test(token);
}

/** Seconds or milliseconds of 2001 to 2036: a date, not an ID. */
const isEpoch = (digits: string) => /^(?:1\d{9}|1\d{12}|20\d{8}|20\d{11})$/.test(digits);

/**
 * Another word of the same length, script and case, always the same for the same word: digits for digits, vowels for
 * vowels. It ignores case, so that a name in an address still matches the name in a heading.
 */
export function fakeWord(token: string): string {
  const fake = made.get(token) ?? makeFake(token);
  made.set(token, fake);
  return fake;
}

/** Cached, because a page is processed hundreds of times. */
const made = new Map<string, string>();

function makeFake(token: string): string {
  const lower = token.toLowerCase();
  for (let salt = 0; ; salt++) {
    const chance = seeded(`${lower} ${salt}`);
    const fake = Array.from(token, (letter, index) => fakeLetter(letter, index, chance)).join("");
    if (fake.toLowerCase() !== lower) return fake;
  }
}

function fakeLetter(letter: string, index: number, chance: Seeded): string {
  if (/\d/.test(letter)) return String(chance.int(index === 0 ? 1 : 0, 9));
  const [, vowels, consonants] = ALPHABETS.find(([script]) => script.test(letter)) ?? [];
  if (consonants === undefined) return letter;
  const other = chance.pick([...(vowels && VOWEL.test(letter) ? vowels : consonants)]);
  return letter === letter.toLowerCase() ? other : other.toUpperCase();
}
