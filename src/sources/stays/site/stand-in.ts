import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { asObject, at, type Json } from "../../../source-kit/json.ts";
import { html, json, notFound, redirect } from "../../../source-kit/stand-in/replies.ts";
import { suggest } from "./autocomplete.ts";
import { cityProperties } from "./catalogue.ts";
import { isKnownCode } from "./filter-list.ts";
import { challengePage, landingPage, renderedPage, searchPage, shellPage } from "./page.ts";
import { cities } from "./places.ts";
import { understand } from "./search.ts";
import { searchOutput } from "./search-output.ts";
import type { Understood } from "./understood.ts";

const challenge = (): StandInReply => html(challengePage(), 202);

/** Addresses of `flicker` places that were requested before. */
const requested = new Set<string>();

function answer(call: StandInCall): StandInReply {
  const { pathname, searchParams: query } = call.url;
  if (pathname === "/autocomplete.json") return autocomplete(call);
  if (pathname === "/dml/graphql") return graphql(call);
  if (/^\/searchresults(\.[a-z-]+)?\.html$/.test(pathname)) return search(query);
  if (pathname.startsWith("/city/")) return html(landingPage(pathname.slice(pathname.lastIndexOf("/") + 1)));
  return notFound();
}

function autocomplete({ method, body }: StandInCall): StandInReply {
  if (method !== "POST") return { status: 405, body: "" };
  const { query = "", size = 5, language = "en-us" } = parsed(body);
  return json(suggest(String(query), Number(size), String(language)));
}

function parsed(body: string): Json {
  try {
    return asObject(JSON.parse(body)) ?? {};
  } catch {
    return {};
  }
}

function search(query: URLSearchParams): StandInReply {
  const about = { language: query.get("lang") ?? "en-us", currency: query.get("selected_currency") ?? "USD" };
  const found = understand(query, isKnownCode);
  if (!found) return html(shellPage(about));
  const city = found.cities[0];
  switch (city.oddity) {
    case "challenge":
      return challenge();
    case "shell":
      return html(shellPage(about));
    case "landing":
      return redirect(`/city/${city.countryCode}/${city.name.toLowerCase()}.html`, 302);
    case "rendered":
      return html(renderedPage(found));
    // A plain client gets the first page, whatever it requests.
    case "loop":
      return html(searchPage({ ...found, offset: 0 }, query));
    case "flicker":
      return flicker(found, query);
    default:
      return html(searchPage(found, query));
  }
}

/** The first page is a shell the first time, the others are in another currency; these repeat rows of the previous one. */
function flicker(found: Understood, query: URLSearchParams): StandInReply {
  const key = query.toString();
  if (requested.has(key)) {
    requested.delete(key);
    return html(searchPage({ ...found, repeated: found.offset > 0 ? 2 : 0 }, query));
  }
  requested.add(key);
  return html(found.offset === 0 ? shellPage(found) : searchPage({ ...found, currency: "XPF" }, query));
}

/** The same search without a page around it. A query may alias fields; this one uses `reviewScore`. */
function graphql({ url, body }: StandInCall): StandInReply {
  const found = understand(url.searchParams, isKnownCode);
  if (!found) return json({ errors: [{ message: "no such destination" }], data: null });
  const { offset = found.offset, rowsPerPage = 25 } =
    asObject(at(parsed(body), "variables", "input", "pagination")) ?? {};
  const output = searchOutput({ ...found, offset: Number(offset), rows: Number(rowsPerPage) });
  const results = output.results.map((result) => {
    const { reviews, ...basic } = result.basicPropertyData;
    const { totalScore, reviewsCount, ...rest } = reviews;
    const reviewScore = { score: totalScore, reviewCount: reviewsCount, ...rest };
    return { ...result, basicPropertyData: { ...basic, reviewScore } };
  });
  return json({ data: { searchQueries: { search: { ...output, results } } } });
}

function page({ pathname }: URL): StandInPage | null {
  const [, country, alias] = /^\/hotel\/([a-z]{2})\/([^/]+?)(?:\.[a-z-]+)?\.html$/.exec(pathname) ?? [];
  const there = cities.filter(({ countryCode }) => countryCode === country).flatMap(cityProperties);
  const property = there.find((one) => one.alias === alias);
  if (!property) return null;
  const { name, city, district, address, stars, score } = property;
  const place = [address, district?.name, city.name, city.country].filter(Boolean).join(", ");
  return { title: name, facts: { Address: place, Stars: stars, Score: score } };
}

export default { answer, challenge, page } satisfies StandIn;
