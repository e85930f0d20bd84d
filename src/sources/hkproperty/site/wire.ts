import type { Estate, PlaceKind, Unit } from "./catalogue.ts";
import { forms, type Lang } from "./words.ts";

const KEYS: Record<PlaceKind, string> = {
  mtr: "mtrLabels",
  mall: "arcadeLabels",
  park: "largeParkLabels",
  carpark: "carparkLabels",
  ev_charging: "evChargeLabels",
  university: "universities",
};

/** Names that every object of the site has; the kind of estate determines which are empty. */
export function names(estate: Estate, lang: Lang, block: number) {
  const building = forms[lang].block(block);
  if (estate.type === "Single") return { bigEstateName: "", estateName: "", buildingName: estate.name[lang] };
  if (estate.type === "Normal") return { bigEstateName: "", estateName: estate.name[lang], buildingName: building };
  return { bigEstateName: estate.name[lang], estateName: forms[lang].phase(estate.phase), buildingName: building };
}

const nearby = (estate: Estate, lang: Lang) =>
  Object.fromEntries(
    Object.entries(KEYS).map(([kind, key]) => [
      key,
      estate.places
        .filter((place) => place.kind === kind)
        .map(({ name, minutes }) => ({
          name: name[lang],
          walkMinutes: minutes,
          walkMinutesInText: forms[lang].minutes(minutes),
        })),
    ]),
  );

const about = (estate: Estate, lang: Lang, origin: string) => ({
  canKeepPet: estate.petFriendly,
  phaseCount: estate.phaseCount,
  buildingCount: estate.buildingCount,
  unitCount: estate.unitCount,
  managementCompany: estate.manager?.[lang] ?? "",
  developer: estate.developer?.[lang] ?? "",
  catLabelDescription: estate.labels.map((label) => label[lang]).join(forms[lang].comma),
  schoolNet: estate.schoolNet && {
    primarySchoolNetwork: estate.schoolNet,
    secondarySchoolScope: { db_code: "12", db: estate.district[lang] },
    schoolSchNetUrl: `${origin}/school/net_schnet-${estate.schoolNet}`,
    secondarySchoolDistbdUrl: `${origin}/school/district_d12-s`,
  },
});

const places = (estate: Estate, lang: Lang) => ({
  labelGroup: { tags: [], chars: [], nearbyFacilities: nearby(estate, lang) },
  gMap: { lat: estate.lat, lng: estate.lng },
  districtName: estate.area[lang],
  scope: { db: estate.district[lang], hma: estate.area[lang] },
});

export const estateImage = (estate: Estate, origin: string) => `${origin}/media/estate/${estate.index}.jpg`;

/** The profile of an estate. */
export const estateDetail = (estate: Estate, lang: Lang, origin: string) => ({
  typeCode: `2-${estate.code}`,
  estateType: estate.type,
  ...names(estate, lang, 1),
  bigestcode: estate.bigCode,
  cestcode: estate.code,
  ...about(estate, lang, origin),
  ...places(estate, lang),
  otherFacilities: estate.facilities.map((facility) => ({ tag: facility[lang] })),
  media: { images: estate.hasImage ? [{ path: estateImage(estate, origin) }] : [] },
});

const fullAddress = ({ estate, block, floor, flat }: Unit, lang: Lang) => {
  const { bigEstateName, estateName, buildingName } = names(estate, lang, block);
  const { floor: writeFloor, flat: writeFlat } = forms[lang];
  return [bigEstateName, estateName, buildingName, writeFloor(floor), writeFlat(flat)].filter(Boolean).join(" ");
};

/** The estimate of a unit, in a form of our own (see the source's README). */
export function unitEstimate(unit: Unit, lang: Lang) {
  const { estate, estimate } = unit;
  return {
    prn: unit.prn,
    cuntcode: unit.code,
    typeCode: `1-${unit.buildingCode}`,
    estateType: estate.type,
    ...names(estate, lang, unit.block),
    bigestcode: estate.bigCode,
    cestcode: estate.code,
    cblgcode: unit.buildingCode,
    displayText: { addr: { line1: fullAddress(unit, lang), line5: estate.area[lang] } },
    nArea: unit.area,
    bldgGrp: { bldgGrpId: estate.group.id, bldgGrpName: estate.group.name[lang] },
    estimate: estimate && {
      date: estimate.date,
      price: estimate.price,
      minPrice: estimate.min,
      maxPrice: estimate.max,
      nUnitPrice: Math.round(estimate.price / unit.area),
      priceChange: estimate.change,
      minPriceChange: estimate.minChange,
      maxPriceChange: estimate.maxChange,
      ...(estimate.previousDate && { previous: { date: estimate.previousDate } }),
    },
  };
}
