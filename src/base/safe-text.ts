/**
 * Characters that no value needs and that harm whoever shows it: controls other than white space (terminals obey them), and
 * the marks that change the direction or shape of the text around them. Joiners, which emoji, Persian and Indic scripts
 * need, and the plain marks of Hebrew and Arabic text stay.
 */
const HARMFUL = /[[\p{Cc}--[\t\n\r]]\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gv;

/** Ends of lines that JSON does not escape: programs that read NDJSON by lines would cut a record there. */
const LINE_ENDS = /[\u2028\u2029]/g;

/** Almost all texts have only these, which is quickly seen. */
const PLAIN = /^[ -~]*$/;

/** Text from a site that any program can store and show: a surrogate without its pair becomes U+FFFD. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replaceAll(HARMFUL, "").replaceAll(LINE_ENDS, "\n");
}

/** Makes every text in a record safe, names of its fields included, in place. `shown` changes the text further. */
export function makeSafe<T>(value: T, shown: (text: string) => string = (text) => text): T {
  if (typeof value === "string") return shown(safeText(value)) as T;
  if (typeof value !== "object" || value === null) return value;
  for (const name of Object.keys(value) as Array<keyof T & string>) {
    const given = value[name];
    const safe = makeSafe(given, shown);
    const safeName = safeText(name) as keyof T & string;
    if (safeName !== name) delete value[name];
    if (safeName !== name || safe !== given) value[safeName] = safe;
  }
  return value;
}
