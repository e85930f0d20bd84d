/** What the goods of the stand-in are made of. A closed list. */
interface Property {
  id: number;
  name: string;
  values: readonly string[];
  /** The unit after the value, in the card's short list. */
  measure?: string;
}

export interface Category {
  id: number;
  slug: string;
  name: string;
  /** What one of them is called, at the start of its name. */
  noun: string;
  /** How many of the 5,000 goods. */
  share: number;
  price: readonly [from: number, to: number];
  brands: readonly string[];
  series: readonly string[];
  properties: readonly Property[];
}

const property = (id: number, name: string, values: readonly string[], measure?: string): Property => ({
  id,
  name,
  values,
  ...(measure && { measure }),
});

export const colours = ["черный", "белый", "серый", "серебристый", "синий", "зеленый", "красный", "розовое золото"];

export const categories: readonly Category[] = [
  {
    id: 77,
    slug: "noutbuki",
    name: "Ноутбуки",
    noun: "Ноутбук",
    share: 760,
    price: [24_990, 289_990],
    brands: ["ASUS", "ACER", "LENOVO", "HP", "MSI", "HUAWEI", "HONOR", "APPLE", "DIGMA"],
    series: ["Pro", "Air", "Book", "Gaming", "Office", "Ultra", "Slim", "Creator"],
    properties: [
      property(1491, "Диагональ экрана", ["13.3", "14", "15.6", "16", "17.3"], '"'),
      property(1493, "Оперативная память", ["8 ГБ", "16 ГБ", "32 ГБ", "64 ГБ"]),
      property(1498, "Операционная система", ["Windows 11 Home", "Windows 11 Professional", "macOS", "без ОС"]),
    ],
  },
  {
    id: 214,
    slug: "smartfony",
    name: "Смартфоны",
    noun: "Смартфон",
    share: 720,
    price: [6_990, 179_990],
    brands: ["APPLE", "SAMSUNG", "XIAOMI", "HUAWEI", "HONOR", "INFINIX", "TECNO", "REALME"],
    series: ["Note", "Pro", "Plus", "Max", "Lite", "Ultra", "Neo", "Star"],
    properties: [
      property(2141, "Встроенная память", ["64", "128", "256", "512"], "ГБ"),
      property(2145, "Диагональ дисплея", ["6.1", "6.3", "6.5", "6.7", "6.9"], '"'),
      property(2147, "Тип дисплея", ["AMOLED", "OLED", "IPS", "Super AMOLED"]),
    ],
  },
  {
    id: 835,
    slug: "smart-chasy",
    name: "Смарт-часы",
    noun: "Смарт-часы",
    share: 360,
    price: [1_990, 89_990],
    brands: ["AMAZFIT", "APPLE", "GARMIN", "HUAWEI", "SAMSUNG", "XIAOMI", "ТЁПЛЫЙ ДОМ"],
    series: ["Pop", "Active", "Watch", "Falcon", "Bip", "Edge"],
    properties: [
      property(23525, "Цвет корпуса", colours),
      property(21619, "Тип дисплея", ["AMOLED", "IPS", "TFT", "MIP"]),
      property(21618, "Диагональ дисплея", ["1.28", "1.43", "1.75", "1.96"], '"'),
    ],
  },
  {
    id: 102,
    slug: "monitory",
    name: "Мониторы",
    noun: "Монитор",
    share: 420,
    price: [8_490, 139_990],
    brands: ["LG", "SAMSUNG", "ACER", "ASUS", "MSI", "XIAOMI", "DIGMA"],
    series: ["View", "Curve", "Gaming", "Office", "Wide"],
    properties: [
      property(2767, "Диагональ экрана", ["21.5", "23.8", "27", "31.5", "34"], '"'),
      property(2772, "Тип матрицы", ["IPS", "VA", "TN", "OLED"]),
      property(2775, "Частота обновления", ["60", "75", "100", "144", "165"], "Гц"),
    ],
  },
  {
    id: 321,
    slug: "televizory",
    name: "Телевизоры",
    noun: "Телевизор",
    share: 360,
    price: [9_990, 349_990],
    brands: ["LG", "SAMSUNG", "XIAOMI", "HISENSE", "SUNWIND", "DIGMA"],
    series: ["Vision", "Smart", "Frame", "Cinema", "Home"],
    properties: [
      property(3211, "Диагональ экрана", ["32", "43", "50", "55", "65", "75"], '"'),
      property(3214, "Разрешение", ["HD", "Full HD", "4K Ultra HD", "8K"]),
    ],
  },
  {
    id: 410,
    slug: "naushniki",
    name: "Наушники",
    noun: "Наушники",
    share: 480,
    price: [690, 64_990],
    brands: ["APPLE", "SONY", "JBL", "HUAWEI", "XIAOMI", "SAMSUNG", "DIGMA"],
    series: ["Buds", "Tune", "Live", "Studio", "Sport"],
    properties: [
      property(4101, "Тип", ["вкладыши", "внутриканальные", "накладные", "охватывающие"]),
      property(4103, "Подключение", ["Bluetooth", "mini jack 3.5 mm", "USB"]),
    ],
  },
  {
    id: 17,
    slug: "videokarty",
    name: "Видеокарты",
    noun: "Видеокарта",
    share: 300,
    price: [9_990, 319_990],
    brands: ["ASUS", "MSI", "GIGABYTE", "PALIT"],
    series: ["Dual", "Gaming", "Ventus", "Windforce", "JetStream"],
    properties: [
      property(171, "Объем видеопамяти", ["6", "8", "12", "16", "24"], "ГБ"),
      property(174, "Разъемы питания", ["6 pin", "8 pin", "8+8 pin", "16 pin"]),
    ],
  },
  {
    id: 52,
    slug: "ssd-nakopiteli",
    name: "SSD накопители",
    noun: "SSD накопитель",
    share: 360,
    price: [1_690, 49_990],
    brands: ["SAMSUNG", "KINGSTON", "DIGMA", "MSI", "GIGABYTE"],
    series: ["Run", "Mega", "Fury", "Evo", "Top"],
    properties: [
      property(521, "Объем", ["240", "480", "512", "960", "1000", "2000"], "ГБ"),
      property(523, "Форм-фактор", ['2.5"', "M.2 2280", "M.2 2230"]),
    ],
  },
  {
    id: 640,
    slug: "pylesosy",
    name: "Пылесосы",
    noun: "Пылесос",
    share: 380,
    price: [2_990, 94_990],
    brands: ["BOSCH", "LG", "SAMSUNG", "XIAOMI", "PHILIPS", "ТЁПЛЫЙ ДОМ"],
    series: ["Cyclone", "Compact", "Power", "Silence", "Home"],
    properties: [
      property(6401, "Тип пылесборника", ["мешок", "контейнер", "аквафильтр"]),
      property(6404, "Мощность", ["300", "700", "1600", "2000"], "Вт"),
    ],
  },
  {
    id: 655,
    slug: "kofemashiny",
    name: "Кофемашины",
    noun: "Кофемашина",
    share: 240,
    price: [14_990, 189_990],
    brands: ["PHILIPS", "BOSCH", "DELONGHI", "KRUPS"],
    series: ["Aroma", "Latte", "Barista", "Magnifica"],
    properties: [
      property(6551, "Тип", ["автоматическая", "рожковая", "капсульная"]),
      property(6553, "Объем резервуара для воды", ["1", "1.4", "1.8", "2"], "л"),
    ],
  },
  {
    id: 660,
    slug: "chainiki",
    name: "Чайники электрические",
    noun: "Чайник электрический",
    share: 320,
    price: [790, 14_990],
    brands: ["BOSCH", "PHILIPS", "XIAOMI", "SUNWIND", "ТЁПЛЫЙ ДОМ"],
    series: ["Glass", "Steel", "Retro", "Daily"],
    properties: [
      property(6601, "Объем", ["1", "1.5", "1.7", "2"], "л"),
      property(6603, "Материал корпуса", ["пластик", "металл", "стекло", "керамика"]),
    ],
  },
  {
    id: 31,
    slug: "routery",
    name: "Роутеры",
    noun: "Wi-Fi роутер",
    share: 300,
    price: [990, 44_990],
    brands: ["TP-LINK", "KEENETIC", "HUAWEI", "XIAOMI", "ASUS"],
    series: ["Archer", "Speedster", "Giga", "Hero", "Mesh"],
    properties: [
      property(311, "Стандарт", ["802.11n", "802.11ac", "802.11ax", "802.11be"]),
      property(313, "Скорость портов", ["100", "1000", "2500"], "Мбит/сек"),
    ],
  },
];
