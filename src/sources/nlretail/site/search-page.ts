import { escapeHtml, scriptJson } from "../../../source-kit/stand-in/markup.ts";
import type { CatalogueProduct } from "./catalogue.ts";
import { intern } from "./intern.ts";
import { euros, icon, stars } from "./markup.ts";
import type { Results } from "./search.ts";
import { brandPath, filters, imageUrl, productPath, wireSearch } from "./wire.ts";

/** The current search page: rendered cards, and their data as a stream in the page. */
export function searchPage(results: Results, origin: string): string {
  const data = intern({
    loaderData: { root: { locale: "nl-NL" }, "routes/searchPage": wireSearch(results, origin) },
    actionData: null,
    errors: null,
  });
  const list = results.cards.map((card, position) => renderedCard(card, position, origin)).join("\n");
  const title = `Zoekresultaten voor ${escapeHtml(results.text)}`;
  return `<!DOCTYPE html><html lang="nl-NL"><head><meta charset="utf-8"/><title>${title}</title>
<script>window.__reactRouterContext = {"basename":"/","isSpaMode":false,"ssr":true};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());</script></head>
<body><header><nav>${filters[1]!.options.map(({ name, url }) => `<a href="${url}">${escapeHtml(name)}</a>`).join("")}</nav></header>
<main><h1>${title}</h1><p>${results.total} resultaten</p><aside>${sideFilters()}</aside>
<div data-bltgi="Search.ProductList_Middle">${list}</div>${results.total > 0 ? pageLinks(results) : ""}</main>
<script>window.__reactRouterContext.streamController.enqueue(${scriptJson(data)});</script>
<script>window.__reactRouterContext.streamController.close();</script></body></html>`;
}

function renderedCard({ product, sponsored }: Results["cards"][number], position: number, origin: string): string {
  const path = `Search_${product.id}.ProductList_Middle.${position}`;
  const href = productPath(product);
  const sizes = [168, product.image.width].map((width) => `${imageUrl(product, origin, width)} ${width}w`).join(", ");
  return `<div class="relative flex border-b" data-bltgi="${path}">
<a data-bltgh="${path}.ProductImage" href="${href}"><img alt="${escapeHtml(product.title)}" loading="lazy" src="${imageUrl(product, origin, 168)}" srcset="${sizes}"/></a>
<div class="flex flex-col">${sponsored ? '<span class="text-neutral-text-medium">Gesponsord</span>' : ""}
<a href="${brandPath(product)}">${escapeHtml(product.brand.name)}</a>
<a data-bltgh="${path}.ProductTitle" href="${href}"><h2 class="line-clamp-2">${escapeHtml(product.title)}</h2></a>
<ul>${product.specs.map((spec) => `<li>${escapeHtml(spec)}</li>`).join("")}</ul>
${product.reviewCount > 0 ? `<div role="img" aria-label="Gemiddeld ${stars(product.rating)} van de 5 sterren uit ${product.reviewCount} reviews">${icon("star").repeat(5)}</div>` : ""}
${offerLines(product)}
<button type="button" aria-label="Zet op je verlanglijstje">${icon("heart")}</button></div></div>`;
}

const CONDITIONS = { New: null, Refurbished: "Refurbished", Secondhand: "Tweedehands" };

function offerLines({ offer }: CatalogueProduct): string {
  if (!offer) return "<span>Niet leverbaar</span>";
  const [whole, cents] = (offer.price / 100).toFixed(2).split(".");
  const condition = CONDITIONS[offer.condition];
  return `<span class="sr-only">De prijs van dit product is '${whole}' euro${cents === "00" ? "" : ` en '${cents}' cent`}</span>
<span aria-hidden="true">${whole},<sup>${cents === "00" ? "-" : cents}</sup></span>
${offer.listPrice ? `<span>Meestal <del>${euros(offer.listPrice)}</del></span>` : ""}
${condition ? `<span>${condition}</span>` : ""}
<div>${offer.delivery}</div><span>Verkoop door ${escapeHtml(offer.seller)}</span>`;
}

const sideFilters = (): string =>
  filters
    .map(
      ({ title, options }) =>
        `<fieldset><legend>${title}</legend>${options
          .map(
            ({ name, id }) =>
              `<label class="flex items-center"><input type="checkbox" name="filter_N" value="${id}"/>${icon("check")}<span>${escapeHtml(name)}</span></label>`,
          )
          .join("\n")}</fieldset>`,
    )
    .join("\n");

function pageLinks({ text, page, lastPage }: Results): string {
  const numbers = [...new Set([1, page - 1, page, page + 1, lastPage])].filter((one) => one >= 1 && one <= lastPage);
  const query = encodeURIComponent(text);
  return `<nav data-testid="pagination">${numbers
    .sort((a, b) => a - b)
    .map((number) => `<a href="/nl/nl/s/?searchtext=${query}&amp;page=${number}">${number}</a>`)
    .join("")}</nav>`;
}
