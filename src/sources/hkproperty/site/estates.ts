import { ESTATES, type Estate, estateAt, type Unit, unitsOfEstate } from "./catalogue.ts";
import { names } from "./wire.ts";
import { forms, type Lang } from "./words.ts";

const MAX_SUGGESTED = 50;

const nameOf = (estate: Estate, lang: Lang) =>
  [estate.name[lang], estate.phase ? forms[lang].phase(estate.phase) : ""].filter(Boolean).join(" ");

/** The estates whose name contains the text, in any of the site's languages. */
export function suggestedEstates(keyword: string, lang: Lang): object[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === "") return [];
  return Array.from({ length: ESTATES }, (_, index) => estateAt(index))
    .filter((estate) =>
      (["hk", "sc", "en"] as const).some((one) =>
        [nameOf(estate, one), estate.area[one], estate.district[one]].join(" ").toLowerCase().includes(wanted),
      ),
    )
    .slice(0, MAX_SUGGESTED)
    .map((estate) => ({
      displayName: nameOf(estate, lang),
      typeCode: `2-${estate.code}`,
      districtName: estate.district[lang],
      hmaName: estate.area[lang],
      unitCount: estate.unitCount,
    }));
}

/** The buildings of an estate. */
export function buildingMenu(estate: Estate, lang: Lang): object {
  const buildings = new Map(unitsOfEstate(estate.index).map((unit) => [unit.buildingCode, unit]));
  const sorted = [...buildings.values()].sort((a, b) => a.block - b.block);
  return {
    menuItems: sorted.map(({ block, buildingCode }) => ({
      name: names(estate, lang, block).buildingName,
      typeCode: `1-${buildingCode}`,
    })),
  };
}

/** Every seventh flat was never sold, so it has no code. */
const WITHOUT_CODE = 7;

/** The floors of a building, the highest first. */
export function unitTable([first, ...others]: [Unit, ...Unit[]], lang: Lang): object {
  const units = [first, ...others];
  const floors = [...new Set(units.map(({ floor }) => floor))].sort((a, b) => b - a);
  return {
    menuItem: { name: names(first.estate, lang, first.block).buildingName },
    floors: floors.map((floor) => ({
      yAxis: forms[lang].floor(floor),
      units: units
        .filter((unit) => unit.floor === floor)
        .map(({ flat, code, area, index }) => ({
          xAxis: flat,
          ...(index % WITHOUT_CODE !== 6 && { cuntcode: code }),
          nArea: area,
        })),
    })),
  };
}
