import { encodeXML } from "entities";
import { type Item, offerIn } from "./catalogue.ts";
import { type ShopCity, wireCity } from "./cities.ts";
import { search } from "./search.ts";
import { pictureUrl, wireLabels } from "./wire-product.ts";

interface PageContext {
  city: ShopCity;
  origin: string;
  now: number;
}

/** The server's shell: placeholders for cards, and the city it used. The browser fills it. */
export function shellPage(text: string, context: PageContext): string {
  const place =
    '<div class="app-x1 e0" data-meta-name="SnippetProductVerticalLayout" data-meta-product-id=""><span aria-busy="true"></span></div>';
  return page(text, context, place.repeat(12));
}

/** The page after a browser has filled it. */
export function filledPage(text: string, context: PageContext): string {
  const found = search({
    city: context.city,
    text,
    page: 1,
    perPage: 48,
    sort: { id: "", direction: "" },
    filterIds: new Set(),
    price: null,
  });
  const cards = found.items.map((item) => card(item, context)).join("");
  return page(text, context, cards || '<div class="app-x9 e4">По вашему запросу ничего не найдено</div>');
}

function page(text: string, { city }: PageContext, list: string): string {
  const state = {
    props: {
      pageProps: { statusCode: 200, isRedirected: false, notFound: false, effectorValues: {} },
      initialState: { layoutMain: { cityList: { isPending: false, payload: { city: wireCity(city) }, error: null } } },
    },
    page: "/search",
    query: { text },
  };
  const json = JSON.stringify(state).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"/><title>${encodeXML(text)}</title></head><body>
<button data-meta-name="CityChangeButton" type="button">${encodeXML(city.name)}</button>
<div data-meta-name="ProductListLayout" class="app-k2 e9">${list}</div>
<script id="__NEXT_DATA__" type="application/json">${json}</script></body></html>`;
}

const grouped = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, " ");

function card(item: Item, context: PageContext): string {
  const offer = offerIn(context.city, item);
  const href = `/product/${item.slug}-${item.id}/`;
  const title = encodeXML(item.shortName);
  const named = offer.isAvailable ? ` data-meta-name="Snippet__title" title="${encodeXML(item.name)}"` : "";
  const rated = item.opinions
    ? `<div data-meta-name="MetaInfo_rating">${item.rating}</div><div data-meta-name="MetaInfo_opinionsCount">${item.opinions}</div>`
    : "";
  return `<div class="e1nu app-catalog-${item.id.slice(-3)}" data-meta-name="SnippetProductVerticalLayout" data-meta-product-id="${item.id}">
<div data-meta-name="BadgesWrapper">${badges(item, offer.isAvailable, context)}</div>
<a href="${href}"><div data-meta-name="Snippet__images"><img src="${pictureUrl(context.origin, `product-images/${item.id}-1`, 400)}" loading="lazy"></div></a>
<a href="${href}otzyvy/">${rated}</a>
<a href="${href}"${named}>${title}</a>
${offer.isAvailable ? sold(item, context.city) : notSold(href)}</div>`;
}

function badges(item: Item, isAvailable: boolean, context: PageContext): string {
  if (!isAvailable) return "<span>Нет в наличии</span>";
  return wireLabels(item, context)
    .map(({ title, target }) => {
      const words = `<span class="labelWrapper_badge__x"><span>${encodeXML(title)}</span></span>`;
      return target ? `<a href="${new URL(target.url).pathname}" target="_blank">${words}</a>` : `<div>${words}</div>`;
    })
    .join("");
}

function sold(item: Item, city: ShopCity): string {
  const offer = offerIn(city, item);
  const old = offer.oldPrice
    ? `<div><span data-meta-name="Snippet__old-price">${grouped(offer.oldPrice)}</span><span><span>- ${offer.discountPercent}%</span></span></div>`
    : "";
  const self = offer.stores.length
    ? `<div><span>В наличии&nbsp;</span><button data-meta-name="Snippet__availability-status-self">в ${offer.stores.length} магазинах</button></div>`
    : "";
  const first = offer.pickup[0];
  const supply = first
    ? `<div><span>Привезём&nbsp;</span><button data-meta-name="Snippet__availability-status-supply">в ${grouped(first.points)} пунктов</button><span>&nbsp;(завтра)</span></div>`
    : "";
  return `<button>${old}<span data-meta-name="Snippet__price"><span data-meta-is-total="notTotal" data-meta-price="${offer.price}"><span>${grouped(offer.price)}</span><span>₽</span></span></span></button>
<button data-meta-name="Snippet__cart-button"></button>${self}${supply}`;
}

const notSold = (href: string): string =>
  `<button data-meta-name="Snippet__arrival-button">Узнать о поступлении</button><a href="${href}analogs"><button data-meta-name="Snippet__analogs-button">Похожие товары</button></a>`;
