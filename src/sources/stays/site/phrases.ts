/** The few phrases of a result that differ by language; English by default. */
export interface Phrases {
  distance: string;
  beach: string;
  left: string;
  breakfast: string;
  labels: [exceptional: string, wonderful: string, good: string, plain: string];
  nights: string;
  rooms: Record<string, string>;
}

const english: Phrases = {
  distance: "# from downtown",
  beach: "# from beach",
  left: "Only # left at this price on our site",
  breakfast: "Breakfast included",
  labels: ["Exceptional", "Wonderful", "Good", "Review score"],
  nights: "# nights",
  rooms: { double: "Double Room", twin: "Twin Room", suite: "Suite", single: "Single Room", apartment: "Apartment" },
};

const byLanguage: Record<string, Phrases> = {
  de: {
    distance: "# vom Zentrum",
    beach: "# vom Strand",
    left: "Nur noch # zu diesem Preis verfügbar",
    breakfast: "Frühstück inbegriffen",
    labels: ["Außergewöhnlich", "Hervorragend", "Gut", "Bewertung"],
    nights: "# Nächte",
    rooms: {
      double: "Doppelzimmer",
      twin: "Zweibettzimmer",
      suite: "Suite",
      single: "Einzelzimmer",
      apartment: "Apartment",
    },
  },
  fr: {
    distance: "à # du centre",
    beach: "à # de la plage",
    left: "Plus que # à ce prix sur notre site",
    breakfast: "Petit-déjeuner compris",
    labels: ["Exceptionnel", "Superbe", "Bien", "Note des commentaires"],
    nights: "# nuits",
    rooms: {
      double: "Chambre Double",
      twin: "Chambre Lits Jumeaux",
      suite: "Suite",
      single: "Chambre Simple",
      apartment: "Appartement",
    },
  },
  es: {
    distance: "a # del centro",
    beach: "a # de la playa",
    left: "Solo quedan # a este precio",
    breakfast: "Desayuno incluido",
    labels: ["Excepcional", "Fantástico", "Bien", "Puntuación"],
    nights: "# noches",
    rooms: {
      double: "Habitación Doble",
      twin: "Habitación Twin",
      suite: "Suite",
      single: "Habitación Individual",
      apartment: "Apartamento",
    },
  },
  ja: {
    distance: "中心部から#",
    beach: "ビーチまで#",
    left: "この料金では残り#室",
    breakfast: "朝食込",
    labels: ["最高", "とても素晴らしい", "良い", "クチコミスコア"],
    nights: "#泊",
    rooms: {
      double: "ダブルルーム",
      twin: "ツインルーム",
      suite: "スイート",
      single: "シングルルーム",
      apartment: "アパートメント",
    },
  },
};

export const phrasesOf = (language: string): Phrases => byLanguage[language.slice(0, 2)] ?? english;

export const fill = (phrase: string, value: string | number): string => phrase.replace("#", String(value));

/** Miles and feet for the one language that uses them. */
export function distanceWords(meters: number, language: string): string {
  if (language !== "en-us")
    return meters < 1_000 ? `${Math.round(meters / 50) * 50} m` : `${(meters / 1_000).toFixed(1)} km`;
  const miles = meters / 1_609.344;
  return miles < 0.2 ? `${Math.round((meters * 3.28084) / 50) * 50} feet` : `${miles.toFixed(1)} miles`;
}

export function scoreLabel(score: number, language: string): string {
  const [exceptional, wonderful, good, plain] = phrasesOf(language).labels;
  if (score >= 9.5) return exceptional;
  if (score >= 9) return wonderful;
  return score >= 7 ? good : plain;
}
