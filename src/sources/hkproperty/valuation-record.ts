import { asObject, asObjects, at, isObject, type Json, merged } from "../../source-kit/json.ts";
import {
  decimal,
  flag,
  jsonRecord,
  link,
  list,
  type Static,
  secondsIn,
  sub,
  text,
  texts,
  whole,
} from "../../source-kit/record.ts";
import { cleanText } from "../../source-kit/values.ts";

const KINDS = [
  ["mtr", "mtrLabels"],
  ["mall", "arcadeLabels"],
  ["park", "largeParkLabels"],
  ["carpark", "carparkLabels"],
  ["ev_charging", "evChargeLabels"],
  ["university", "universities"],
] as const;

/** Values besides the row. */
export interface Requested {
  unit: string;
  lang: string;
  origin: string;
}

/** The site's times have no zone and are Hong Kong's. */
const hongKongTime = secondsIn("+08:00");

const NearbyPlace = jsonRecord("HkpropertyNearbyPlace", {
  kind: text("kind").meaning("mtr, mall, park, carpark, ev_charging or university."),
  name: text("name").meaning("Name of the place."),
  walk_minutes: whole("walkMinutes", minutesInText).meaning("Walking time from the estate, in minutes."),
});

const SchoolNet = jsonRecord("HkpropertySchoolNet", {
  primary_school_net: text("primarySchoolNetwork").meaning("Number of the primary school net."),
  primary_school_url: link("schoolSchNetUrl").meaning("URL of the site's page on that net."),
  secondary_school_district: text("secondarySchoolScope.db").meaning("District for secondary schools."),
  secondary_school_url: link("secondarySchoolDistbdUrl").meaning("URL of the site's page on that district."),
});

/**
 * The site describes an estate in its profile, in a listing and in a search row, each with different parts missing. No
 * estimate was ever seen: its field locations are our best guess, documented in the source's README.
 */
export const Valuation = jsonRecord("HkpropertyValuation", {
  id: text("prn", (_, { unit }: Requested) => unit)
    .filled("always")
    .meaning("The unit's property reference number, as the site or the request gives it."),
  unit_code: text("cuntcode").meaning("The site's code of the unit, 12 letters."),
  building_type_code: text(buildingCode).meaning("The site's code of the building: `1-` and its letters."),
  estate_name: text(estateNameOf).filled("usually").meaning("Name of the estate, with its phase."),
  unit_address: text("displayText.addr.line1").meaning("Estate, building, floor and flat in one line."),
  location: text("displayText.addr.line5", "scope.hma", "districtName").meaning("Neighbourhood or district."),
  estate_url: link(estateUrl).meaning("URL of the estate's page."),
  valuation_at: hongKongTime("estimate.date").unit("unix seconds").filled("usually").meaning("Date of the estimate."),
  previous_valuation_at: hongKongTime("estimate.previous.date")
    .unit("unix seconds")
    .meaning("Date of the estimate before this one."),
  price: decimal("estimate.price").unit("HKD").filled("usually").meaning("Estimated price."),
  price_change_percent: decimal("estimate.priceChange").meaning("Month-on-month change of the estimate, in percent."),
  min_price: decimal("estimate.minPrice").unit("HKD").meaning("Lower bound of the estimate."),
  max_price: decimal("estimate.maxPrice").unit("HKD").meaning("Upper bound of the estimate."),
  min_price_change_percent: decimal("estimate.minPriceChange").meaning("Change of the lower bound, in percent."),
  max_price_change_percent: decimal("estimate.maxPriceChange").meaning("Change of the upper bound, in percent."),
  saleable_area: decimal("areaInfo.nSize", "nArea", "nSize").unit("sq ft").meaning("Saleable area of the unit."),
  saleable_price_per_sqft: decimal("estimate.nUnitPrice")
    .unit("HKD")
    .meaning("Estimated price for each square foot of saleable area."),
  building_group_id: text("bldgGrp.bldgGrpId").meaning("The site's ID of the group of buildings."),
  building_group_name: text("bldgGrp.bldgGrpName").meaning("Name of the group of buildings."),
  developer: text(developerOf).meaning("Developer of the estate; several are separated by commas."),
  management_company: text("estate.managementCompany").meaning("Company that manages the estate."),
  phase_count: whole("estate.phaseCount").meaning("Phases of the estate; 0 if it has none."),
  building_count: whole("estate.buildingCount").meaning("Buildings of the estate."),
  unit_count: whole("estate.unitCount").meaning("Units of the estate."),
  is_pet_friendly: flag("estate.canKeepPet", "displayLabel.petFriendly.show").meaning(
    "Whether the estate allows pets.",
  ),
  facilities: texts(facilitiesOf).meaning("Facilities of the estate."),
  category_labels: texts(({ estate }: Json) => parts(at(estate, "catLabelDescription"))).meaning(
    "The site's labels of the estate, such as being near the railway.",
  ),
  shopping_mall: text((row: Json) => nearbyPlaces(row).find(({ kind }) => kind === "mall")?.name).meaning(
    "Name of the first mall among the nearby places.",
  ),
  nearby_places: list(NearbyPlace, nearbyPlaces).meaning("Nearby MTR, malls, parks, carparks."),
  school_net: sub(SchoolNet, "estate.schoolNet").meaning("School districts of the estate."),
  latitude: decimal("gMap.lat").meaning("Latitude of the estate in degrees."),
  longitude: decimal("gMap.lng").meaning("Longitude of the estate in degrees."),
  image: link("picture.thumbnailPath", "thumbnail", firstImage).meaning("URL of a photo of the estate."),
});

export type ValuationRecord = Static<typeof Valuation>;

/** Everything that a row has about a unit and its estate; a listing has the profile under `estateInfo`. */
export function readRow(json: Json, requested: Requested): ValuationRecord | "unreadable" {
  return Valuation.read(merged(json, { estate: merged(json, asObject(json.estateInfo)) }), requested);
}

/**
 * Places of every kind within walking distance. Lists of listings have them under another key; a profile describes its
 * station in text.
 */
function nearbyPlaces({ labelGroup, displayLabel, nearbyFacilities, mtrStation, walkMtrTime }: Json): Json[] {
  const lists = [at(labelGroup, "nearbyFacilities"), at(displayLabel, "nearbyFacilities"), nearbyFacilities];
  const facilities = lists.find(isObject);
  if (facilities)
    return KINDS.flatMap(([kind, key]) => asObjects(facilities[key]).map((place) => merged(place, { kind })));
  return cleanText(mtrStation) === null ? [] : [{ kind: "mtr", name: mtrStation, walkMinutesInText: walkMtrTime }];
}

function minutesInText({ walkMinutesInText }: Json) {
  return /\d+/.exec(String(walkMinutesInText ?? ""))?.[0];
}

function firstImage({ media }: Json) {
  return asObjects(at(media, "images"))[0]?.path;
}

/** An estate in phases has both names; a single building has only its own. */
function estateNameOf(json: Json): string | null {
  const parts = [cleanText(json.bigEstateName), cleanText(json.estateName)].filter((part) => part !== null);
  return parts.join(" ") || cleanText(at(json, "estateInfo", "estateName")) || cleanText(json.buildingName);
}

/** The code of the profile: the estate's, or the phase's. */
export function readEstateCode(json: Json): string | null {
  const code = cleanText(json.cestcode);
  if (code) return `2-${code}`;
  const typeCode = cleanText(json.typeCode);
  return typeCode?.startsWith("2-") ? typeCode : null;
}

/** For an estate in phases as a whole: a listing that does not name its phase. */
function bigEstateCode(json: Json): string | null {
  const typeCode = cleanText(json.typeCode);
  if (typeCode?.startsWith("3-")) return typeCode;
  const code = cleanText(json.bigestcode);
  return code && !cleanText(json.estateName) ? `3-${code}` : null;
}

function buildingCode(json: Json): string | null {
  const typeCode = cleanText(json.typeCode);
  if (typeCode?.startsWith("1-")) return typeCode;
  const building = cleanText(json.cblgcode);
  return building ? `1-${building}` : null;
}

function estateUrl(json: Json, { lang }: Requested): string | null {
  const code = readEstateCode(json) ?? bigEstateCode(json);
  const name = estateNameOf(json);
  if (!code || !name) return null;
  const slug = encodeURIComponent(name.replaceAll(" ", "-"));
  return `/estate/${lang === "en" ? "en/" : ""}${slug}/${code}`;
}

/** A name, or a list of developers with theirs. */
function developerOf({ estate }: Json): unknown {
  const developer = at(estate, "developer");
  if (!Array.isArray(developer)) return developer;
  return asObjects(developer)
    .map(({ name }) => cleanText(name))
    .filter(Boolean)
    .join(", ");
}

/** The profile's own list, otherwise the listing's, otherwise the text line. */
function facilitiesOf({ estate, feature }: Json): unknown[] {
  const lists = [
    asObjects(at(estate, "otherFacilities")).map(({ tag }) => tag),
    asObjects(at(feature, "facilities")).map(({ label }) => label),
    parts(at(estate, "tagDescription")),
  ];
  return lists.find((list) => list.some((word) => cleanText(word) !== null)) ?? [];
}

/** The separator of the Chinese pages, and the likely ones of the English. */
function parts(line: unknown): string[] {
  return typeof line === "string" ? line.split(/[、,，;；]/) : [];
}
