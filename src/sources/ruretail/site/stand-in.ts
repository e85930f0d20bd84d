import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { html, json, notFound } from "../../../source-kit/stand-in/replies.ts";
import { items, offerIn } from "./catalogue.ts";
import { cities, cityOfCode, type ShopCity } from "./cities.ts";
import { graphqlAnswer } from "./graphql-answer.ts";
import { InvalidQuery } from "./graphql-document.ts";
import { filledPage, shellPage } from "./rendered-page.ts";
import { categories } from "./vocabulary.ts";

export const standIn: StandIn = {
  answer,
  page,
  challenge: ({ url }) => challengePage(url.hostname),
};

function answer(call: StandInCall): StandInReply {
  const { url, method } = call;
  const context = { city: cityOf(call), origin: url.origin, now: Date.now() };
  if (url.pathname === "/graphql/") {
    if (method !== "POST") return json({ errors: [{ message: "GraphQL only supports POST requests." }] }, 405);
    return graphql(call.body, context.city, url.origin, context.now);
  }
  if (url.pathname === "/search/") {
    const text = url.searchParams.get("text") ?? "";
    // A browser fills the shell; `filled` shows what a saved page then looks like.
    return html(url.searchParams.has("filled") ? filledPage(text, context) : shellPage(text, context));
  }
  return notFound("Страница не найдена");
}

function page({ pathname }: URL): StandInPage | null {
  const [, kind, name = ""] = /^\/(product|catalog|actions)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (kind === "actions") return { title: `Акция ${name}` };
  const category = kind === "catalog" && categories.find(({ slug }) => slug === name);
  if (category) return { title: category.name, facts: { Товаров: category.share } };
  const item = kind === "product" ? items().find(({ id }) => id === name.split("-").at(-1)) : undefined;
  if (!item) return null;
  const { price } = offerIn(cities[0], item);
  const properties = item.category.properties.map(({ name: key, measure = "" }, at) => [
    key,
    `${item.values[at]} ${measure}`,
  ]);
  return {
    title: item.shortName,
    facts: { Бренд: item.brand, Цена: price > 0 ? `${price} ₽` : "Нет в наличии", ...Object.fromEntries(properties) },
  };
}

/** The header of the site's own scripts, otherwise the cookie; an unknown code counts as none. */
function cityOf({ headers }: StandInCall): ShopCity {
  const cookie = /(?:^|;\s*)_space=([^;]+)/.exec(headers.cookie ?? "")?.[1];
  return cityOfCode(headers["x-cityid"] ?? (cookie === undefined ? null : decodeURIComponent(cookie)));
}

function graphql(body: string, city: ShopCity, origin: string, now: number): StandInReply {
  try {
    return json(graphqlAnswer(body, city, origin, now));
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    return json({ errors: [{ message: error.message, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] }, 400);
  }
}

/** The wall's page: a puzzle over an `Int8Array` whose solution goes into a cookie, then a reload. Never solved here. */
export function challengePage(host: string): StandInReply {
  const phrase = Array.from({ length: 256 }, (_, index) => ((index * 37) % 255) - 127);
  return {
    status: 429,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<html>
<head>
  <title>Загрузка...</title>
  <script src="/static/js-cookie/js.cookie.min.js"></script>
  <script>
    document.addEventListener("DOMContentLoaded", function () {
      var numbers = new Int8Array([${phrase.join(",")}]);
      var place = document.getElementById("el1").dataset;
      var sum = numbers.reduce(function (all, one) { return all + one; }, 0);
      Cookies.set(place.name, String(sum), { domain: place.domain });
      document.location.reload();
    });
  </script>
</head>
<body>
  <div id="el1" data-name="_pass" data-domain=".${host}"></div>
  <div class="loader">Загрузка...</div>
</body>
</html>`,
  };
}
