/** A word in the site's three languages. */
export type Word = Readonly<Record<Lang, string>>;
export type Lang = "hk" | "sc" | "en";

const words = (lines: string): readonly Word[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [hk, sc, en] = line.split("=").map((part) => part.trim()) as [string, string, string];
      return { hk, sc, en };
    });

/** Twenty beginnings and fifteen endings: three hundred estates. */
export const beginnings = words(`
  青湖 = 青湖 = Emerald Lake
  皇苑 = 皇苑 = Royal View
  七色 = 七色 = Rainbow
  晨光 = 晨光 = Sunrise
  翠峰 = 翠峰 = Green Peak
  海濱 = 海滨 = Seaside
  金獅 = 金狮 = Golden Lion
  大豐 = 大丰 = Grand Harvest
  康樂 = 康乐 = Leisure
  松林 = 松林 = Pine Grove
  荷塘 = 荷塘 = Lotus Pond
  雲天 = 云天 = Cloud Sky
  星河 = 星河 = Galaxy
  東灣 = 东湾 = East Bay
  西灣 = 西湾 = West Bay
  山水 = 山水 = Hill & Water
  明月 = 明月 = Bright Moon
  百合 = 百合 = Lily
  龍門 = 龙门 = Dragon Gate
  寶石 = 宝石 = Jewel
`);

export const endings = words(`
  花園 = 花园 = Garden
  豪庭 = 豪庭 = Court
  中心 = 中心 = Centre
  山莊 = 山庄 = Villa
  苑 = 苑 = House
  閣 = 阁 = Mansion
  臺 = 台 = Terrace
  軒 = 轩 = Residence
  灣 = 湾 = Cove
  城 = 城 = City
  居 = 居 = Lodge
  邨 = 邨 = Estate
  園 = 园 = Park
  峰 = 峰 = Heights
  樓 = 楼 = Building
`);

export const districts = words(`
  屯門區 = 屯门区 = Tuen Mun
  元朗區 = 元朗区 = Yuen Long
  荃灣區 = 荃湾区 = Tsuen Wan
  大埔區 = 大埔区 = Tai Po
  沙田區 = 沙田区 = Sha Tin
  北區 = 北区 = North
`);

export const areas = words(`
  兆康 = 兆康 = Siu Hong
  天水圍 = 天水围 = Tin Shui Wai
  荃景圍 = 荃景围 = Tsuen King Circuit
  大埔市中心 = 大埔市中心 = Tai Po Central
  火炭 = 火炭 = Fo Tan
  粉嶺 = 粉岭 = Fanling
`);

export const developers = words(`
  北方建設 = 北方建设 = Northern Builders
  東方地產 = 东方地产 = Orient Land
  南洋發展 = 南洋发展 = Nanyang Development
`);

export const managers = words(`
  怡安物業管理有限公司 = 怡安物业管理有限公司 = Easy Property Management Ltd
  樂居管理 = 乐居管理 = Happy Home Management
`);

export const facilities = words(`
  會所 = 会所 = Clubhouse
  游泳池 = 游泳池 = Swimming Pool
  遊樂場 / 遊戲室 = 游乐场 / 游戏室 = Playground / Playroom
  健身室 = 健身室 = Gym
  網球場 = 网球场 = Tennis Court
`);

export const labels = words(`
  大型商場 = 大型商场 = Shopping mall
  地鐵沿線 = 地铁沿线 = Along the MTR
  停車場 = 停车场 = Car park
  海景 = 海景 = Sea view
`);

/** How a walk, a phase, a block, a floor and a flat are written, and what parts the words of a line. */
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

/** What a place near an estate is called, by its kind. */
export const placeWords = {
  mtr: words("站 = 站 = Station")[0]!,
  mall: words("廣場 = 广场 = Plaza")[0]!,
  park: words("公園 = 公园 = Park")[0]!,
  carpark: words("停車場 = 停车场 = Car Park")[0]!,
  ev_charging: words("充電站 = 充电站 = Charging")[0]!,
  university: words("大學 = 大学 = University")[0]!,
} satisfies Record<string, Word>;
