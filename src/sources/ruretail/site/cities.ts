/** A city of the stand-in, with its own price level and shops. */
export interface ShopCity {
  id: string;
  name: string;
  /** "in the city", as the site's city object has it. */
  inside: string;
  region: string;
  /** Price level relative to the first city. */
  level: number;
  stores: Array<{ id: number; name: string }>;
}

const city = (id: string, name: string, inside: string, region: string, level: number, stores: string[]): ShopCity => ({
  id,
  name,
  inside,
  region,
  level,
  stores: stores.map((store, index) => ({
    id: [...id].reduce((sum, c) => sum + c.charCodeAt(0), 0) + index * 7,
    name: store,
  })),
});

/** The first is the site's fallback for an unknown code. */
export const cities: readonly [ShopCity, ...ShopCity[]] = [
  city("msk_cl", "Москва", "Москве", "Москва", 1, ["Дубровка", "Рязанский", "Тульская", "Алтуфьево", "Мневники"]),
  city("spb_cl", "Санкт-Петербург", "Санкт-Петербурге", "Санкт-Петербург", 1.01, ["Оптиков", "Звёздная", "Лиговский"]),
  city("ekat_cl", "Екатеринбург", "Екатеринбурге", "Свердловская область", 1.02, ["Малышева", "Уралмаш"]),
  city("chlb_cl", "Челябинск", "Челябинске", "Челябинская область", 1.03, ["Труда", "Комсомольский"]),
  city("srt_cl", "Саратов", "Саратове", "Саратовская область", 1.02, ["Чапаева"]),
  city("nsk_cl", "Новосибирск", "Новосибирске", "Новосибирская область", 1.04, ["Маркса", "Фрунзе"]),
];

export const cityOfCode = (code: string | null): ShopCity => cities.find(({ id }) => id === code) ?? cities[0];

/** The cities whose name contains the text. */
export const citiesNamed = (text: string): ShopCity[] =>
  cities.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));

/** A city as the site's pages and its lookup have it. */
export const wireCity = ({ id, name, inside, region }: ShopCity) => ({
  id,
  spaceId: id,
  name,
  nameInDeclination: inside,
  isMainInRegion: true,
  isNew: false,
  isUniqueName: true,
  region,
});
