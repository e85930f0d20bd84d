import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { challenge, json, notFound } from "../../../source-kit/stand-in/replies.ts";
import { estateCalled, unitCalled, unitsOfBuilding } from "./catalogue.ts";
import { buildingMenu, suggestedEstates, unitTable } from "./estates.ts";
import { estateDetail, unitEstimate } from "./wire.ts";
import type { Lang } from "./words.ts";

export const standIn: StandIn = { answer, challenge, page };

function page({ pathname }: URL): StandInPage | null {
  const [, school] = /^\/(?:[a-z]+\/)?school\/(?:net_schnet|district_d)-?(\w+)/.exec(pathname) ?? [];
  if (school !== undefined) return { title: `School net ${school}` };
  const estate = estateCalled(/\/(2-[A-Z]+)$/.exec(pathname)?.[1] ?? "");
  return (
    estate && {
      title: `${estate.name.en} ${estate.name.hk}`,
      facts: { District: estate.district.en, Buildings: estate.buildingCount, Developer: estate.developer?.en },
    }
  );
}

const nothing: StandInReply = { status: 200, headers: { "content-type": "application/json" }, body: "" };

function answer({ method, url, headers }: StandInCall): StandInReply {
  const lang = language(headers.lang);
  switch (`${method} ${url.pathname}`) {
    case "GET /centaestimate/api/Estimate/GetUnitEstimate":
      return estimate(url.searchParams.get("prn") ?? "", lang);
    case "GET /estate/api/Estate/GetEstateDetail": {
      const estate = estateCalled(url.searchParams.get("typeCode") ?? "");
      return estate ? json(estateDetail(estate, lang, url.origin)) : nothing;
    }
    case "GET /estate/api/Estate/EstateAutoComplete":
      return json(suggestedEstates(url.searchParams.get("keyword") ?? "", lang));
    case "GET /findproperty/api/Transaction/ConsumptionTableEstateMenu": {
      const estate = estateCalled(url.searchParams.get("typecode") ?? "");
      return estate ? json(buildingMenu(estate, lang)) : nothing;
    }
    case "GET /findproperty/api/Transaction/ConsumptionTable": {
      const [first, ...others] = unitsOfBuilding(url.searchParams.get("typecode") ?? "");
      return first ? json(unitTable([first, ...others], lang)) : nothing;
    }
    default:
      return notFound();
  }
}

function language(header = ""): Lang {
  if (/^en/i.test(header)) return "en";
  return /^zh-cn$/i.test(header) ? "sc" : "hk";
}

/** Units whose very first visitor meets the quota: one in a thousand. */
const QUOTA_EVERY = 1_000;
const QUOTA_AT = 500;
const metQuota = new Set<string>();

function estimate(prn: string, lang: Lang): StandInReply {
  const unit = unitCalled(prn);
  if (!unit) return nothing;
  if (unit.index % QUOTA_EVERY === QUOTA_AT && !metQuota.has(prn)) {
    metQuota.add(prn);
    return json({ error: "API calls quota exceeded!" });
  }
  return json(unitEstimate(unit, lang));
}
