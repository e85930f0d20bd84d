import { humanise, whenUsed } from "../ui/format.ts";

const namesOf = (type: "language" | "currency") =>
  whenUsed(() => new Intl.DisplayNames(["en"], { type, fallback: "none" }));
const languages = namesOf("language");
const currencies = namesOf("currency");

/** The display name of a value of a closed list: "EUR · Euro", "German", "Price, low to high". */
export function valueLabel(field: string, value: string): string {
  if (/^(currency|currencies)$/.test(field)) return withName(value, nameIn(currencies(), value));
  if (/^(language|lang|languages)$/.test(field)) return languageLabel(value);
  return /^[\d.]+$/.test(value) ? value : humanise(value.toLowerCase() === value ? value : value.toLowerCase());
}

/** Language codes that only some sites use. */
const ownCodes: Record<string, string> = { hk: "Traditional Chinese", sc: "Simplified Chinese" };

function languageLabel(value: string): string {
  return withName(value, ownCodes[value] ?? nameIn(languages(), value.replace("_", "-")));
}

const withName = (value: string, name: string | undefined): string => (name ? `${name} · ${value}` : value);

function nameIn(names: Intl.DisplayNames, value: string): string | undefined {
  try {
    return names.of(value) ?? undefined;
  } catch {
    return undefined;
  }
}
