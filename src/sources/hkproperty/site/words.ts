import words from "./words.json" with { type: "json" };

/** A word in the site's three languages. */
export type Word = Readonly<Record<Lang, string>>;
export type Lang = "hk" | "sc" | "en";

/** Building blocks of the catalogue. Twenty beginnings and fifteen endings: three hundred estates. */
export const { beginnings, endings, districts, areas, developers, managers, facilities, labels } = words;

/** How a walk, a phase, a block, a floor and a flat are written, and how words of a line are separated. */
export const forms = {
  hk: {
    minutes: (n: number) => `${n}分鐘`,
    phase: (n: number) => `${n}期`,
    block: (n: number) => `${n}座`,
    floor: (n: number) => `${n}樓`,
    flat: (c: string) => `${c}室`,
    comma: "、",
  },
  sc: {
    minutes: (n: number) => `${n}分钟`,
    phase: (n: number) => `${n}期`,
    block: (n: number) => `${n}座`,
    floor: (n: number) => `${n}楼`,
    flat: (c: string) => `${c}室`,
    comma: "、",
  },
  en: {
    minutes: (n: number) => `${n} mins`,
    phase: (n: number) => `Phase ${n}`,
    block: (n: number) => `Block ${n}`,
    floor: (n: number) => `${n}/F`,
    flat: (c: string) => `Flat ${c}`,
    comma: ", ",
  },
} satisfies Record<Lang, unknown>;

/** Names of nearby places, by kind. */
export const placeWords = {
  mtr: { hk: "站", sc: "站", en: "Station" },
  mall: { hk: "廣場", sc: "广场", en: "Plaza" },
  park: { hk: "公園", sc: "公园", en: "Park" },
  carpark: { hk: "停車場", sc: "停车场", en: "Car Park" },
  ev_charging: { hk: "充電站", sc: "充电站", en: "Charging" },
  university: { hk: "大學", sc: "大学", en: "University" },
} satisfies Record<string, Word>;
