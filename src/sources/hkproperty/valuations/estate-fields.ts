import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf } from "../../../contract/values.ts";
import { type Json, objectsOf } from "../../../source-kit/json.ts";
import { within } from "./json.ts";
import { nearbyPlacesOf, schoolNetOf } from "./nearby.ts";

/**
 * The estate's half of a record. The site says the same of an estate in its profile, in a listing and in a row of
 * a search, each with other parts left out; a listing keeps the profile under `estateInfo`.
 */
export function estateFields(json: Json, lang: string, origin: string) {
  const estate = { ...json, ...within(json, "estateInfo") };
  const places = nearbyPlacesOf(json);
  const group = within(json, "bldgGrp");
  const map = within(json, "gMap");
  const address = within(within(json, "displayText"), "addr");
  return {
    unit_code: cleanText(json.cuntcode),
    building_type_code: buildingCodeOf(json),
    estate_name: estateNameOf(json),
    unit_address: cleanText(address.line1),
    location: cleanText(address.line5) ?? cleanText(within(json, "scope").hma) ?? cleanText(json.districtName),
    estate_url: estateUrlOf(json, lang, origin),
    saleable_area: numberOf(within(json, "areaInfo").nSize) ?? numberOf(json.nArea) ?? numberOf(json.nSize),
    building_group_id: cleanText(group.bldgGrpId),
    building_group_name: cleanText(group.bldgGrpName),
    developer: developerOf(estate.developer),
    management_company: cleanText(estate.managementCompany),
    phase_count: wholeOf(estate.phaseCount),
    building_count: wholeOf(estate.buildingCount),
    unit_count: wholeOf(estate.unitCount),
    is_pet_friendly: flagOf(estate.canKeepPet) ?? flagOf(within(within(json, "displayLabel"), "petFriendly").show),
    facilities: facilitiesOf(json, estate),
    category_labels: parts(estate.catLabelDescription),
    shopping_mall: places.find(({ kind }) => kind === "mall")?.name ?? null,
    nearby_places: places,
    school_net: schoolNetOf(estate.schoolNet, origin),
    latitude: numberOf(map.lat),
    longitude: numberOf(map.lng),
    image: imageOf(json, origin),
  };
}

/** An estate in phases is named by both parts; a single building has no name but its own. */
function estateNameOf(json: Json): string | null {
  const parts = [cleanText(json.bigEstateName), cleanText(json.estateName)].filter((part) => part !== null);
  return parts.join(" ") || cleanText(within(json, "estateInfo").estateName) || cleanText(json.buildingName);
}

/** The code under which the site keeps the profile: of the estate, or of the phase. */
export function estateCodeOf(json: Json): string | null {
  const code = cleanText(json.cestcode);
  if (code) return `2-${code}`;
  const typeCode = cleanText(json.typeCode);
  return typeCode?.startsWith("2-") ? typeCode : null;
}

/** Of an estate in phases as a whole: what a listing has that does not say its phase. */
function bigEstateCodeOf(json: Json): string | null {
  const typeCode = cleanText(json.typeCode);
  if (typeCode?.startsWith("3-")) return typeCode;
  const code = cleanText(json.bigestcode);
  return code && !cleanText(json.estateName) ? `3-${code}` : null;
}

function buildingCodeOf(json: Json): string | null {
  const typeCode = cleanText(json.typeCode);
  if (typeCode?.startsWith("1-")) return typeCode;
  const building = cleanText(json.cblgcode);
  return building ? `1-${building}` : null;
}

function estateUrlOf(json: Json, lang: string, origin: string): string | null {
  const code = estateCodeOf(json) ?? bigEstateCodeOf(json);
  const name = estateNameOf(json);
  if (!code || !name) return null;
  const slug = encodeURIComponent(name.replaceAll(" ", "-"));
  return absoluteUrl(`/estate/${lang === "en" ? "en/" : ""}${slug}/${code}`, origin);
}

/** A name, or a list of developers with theirs. */
const developerOf = (value: unknown): string | null =>
  Array.isArray(value)
    ? objectsOf(value)
        .map(({ name }) => cleanText(name))
        .filter(Boolean)
        .join(", ") || null
    : cleanText(value);

/** The profile's own list, else the listing's, else the words in one line. */
function facilitiesOf(json: Json, estate: Json): string[] {
  const named = (value: unknown, key: string) =>
    objectsOf(value)
      .map((row) => cleanText(row[key]))
      .filter((text) => text !== null);
  const lists = [
    named(estate.otherFacilities, "tag"),
    named(within(json, "feature").facilities, "label"),
    parts(estate.tagDescription),
  ];
  return lists.find((list) => list.length > 0) ?? [];
}

/** The separator of the Chinese pages, and the likely ones of the English. */
const parts = (line: unknown): string[] =>
  typeof line === "string"
    ? line
        .split(/[、,，;；]/)
        .map(cleanText)
        .filter((part) => part !== null)
    : [];

function imageOf(json: Json, origin: string): string | null {
  const [first] = objectsOf(within(json, "media").images);
  return (
    [within(json, "picture").thumbnailPath, json.thumbnail, first?.path]
      .map((path) => absoluteUrl(path, origin))
      .find((url) => url !== null) ?? null
  );
}
