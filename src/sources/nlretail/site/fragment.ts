import { escapeHtml } from "../../../source-kit/stand-in/markup.ts";
import type { CatalogueProduct, Offer } from "./catalogue.ts";
import { euros, icon, stars } from "./markup.ts";
import type { Results } from "./search.ts";
import { brandPath, filters, imageUrl, productPath } from "./wire.ts";

/** The list fragment of 2023, which the search address still returns with `_c=xhr`. */
export function fragment(results: Results, origin: string): string {
  const { total, cards } = results;
  return `<div class="main-object-container"><div class="constrain constrain--light">
<div class="fluid-grid__item navigation-container"><form><input id="hidden_query_1" name="searchtext" type="hidden" value="${escapeHtml(results.text)}"/>${facets()}</form></div>
<p class="total-results" data-test="number-of-articles">${String(total).replace(/\B(?=(\d{3})+$)/g, ".")} resultaten</p>
<ul class="list-view product-list js_multiple_basket_buttons_page" data-test="products" id="js_items_content">
${cards.map((card, position) => fragmentCard(card, position, origin)).join("\n")}
</ul>${total > 0 ? pagination(results) : ""}</div></div>`;
}

function fragmentCard({ product, sponsored }: Results["cards"][number], position: number, origin: string): string {
  const href = productPath(product);
  const title = escapeHtml(product.title);
  return `<li class="product-item--row js_item_root${sponsored ? " js_sponsored_product" : ""}" data-id="${product.id}">
<div class="product-item__image hit-area" data-test="product-image"><a class="product-image product-image--list" href="${href}">${picture(product, position, origin)}</a>
<wsp-comparable data-product-id="${product.id}"><label><input type="checkbox"/>${icon("check")}<span data-test="input-checkbox-content">Vergelijk met andere artikelen</span></label></wsp-comparable>
<wsp-wishlist-button data-test="btn-wishlist" global-id="${product.id}"><button>${icon("heart-default")}${icon("heart-active")}</button></wsp-wishlist-button></div>
<div class="product-item__content" data-test="product-content"><div class="product-item__info hit-area">
${sponsored ? '<wsp-sponsored-product-label><div class="small_details" data-test="sponsored-product">Gesponsord</div></wsp-sponsored-product-label>' : ""}
<ul class="product-creator"><li><a data-test="party-link" href="${brandPath(product)}" itemprop="name">${escapeHtml(product.brand.name)}</a></li></ul>
<div class="product-title--inline"><a class="product-title" data-test="product-title" href="${href}" role="heading">${title}</a></div>
<ul class="product-small-specs" data-test="product-specs">${product.specs.map((spec) => `<li><span>${escapeHtml(spec)}</span></li>`).join("")}</ul>
<div aria-label="${stars(product.rating)} van de 5 sterren uit ${product.reviewCount}"><div aria-hidden="true" class="star-rating" data-count="${product.reviewCount}" data-test="rating-stars" title="klantbeoordeling: ${stars(product.rating)} van de 5 sterren"><span style="width: ${Math.round(product.rating * 20)}%"></span></div></div>
</div><wsp-buy-block class="product-item__options" data-test="product-options">${product.offer ? offerBlock(product.offer) : '<div class="product-delivery" data-test="delivery-notification">Niet leverbaar</div>'}</wsp-buy-block></div>
</li>`;
}

/** The first pictures are sent in full; the others load on scrolling. */
function picture(product: CatalogueProduct, position: number, origin: string): string {
  const url = imageUrl(product, origin, 168);
  const alt = escapeHtml(product.title);
  if (position === 0) return `<img alt="${alt}" src="${url}"/>`;
  return `<wsp-skeleton-image><div class="skeleton-image__container" data-test="skeletonImage"><img class="skeleton-image__img" data-alt="${alt}" data-src="${url}"></div><noscript><img alt="${alt}" src="${url}"/></noscript></wsp-skeleton-image>`;
}

function offerBlock(offer: Offer): string {
  const [whole, cents] = (offer.price / 100).toFixed(2).split(".");
  const [stock, rest] = offer.delivery.split(". ");
  const highlight = `<div class="product-delivery-highlight" data-test="product-delivery-highlight">${stock}</div><br aria-hidden="true">${rest}`;
  const tooltip = (text: string) =>
    `<wsp-tooltip data-test="tooltip"><span class="is-hidden js_tooltip_content"><p><strong>Goed om te weten</strong></p><p>${text}</p></span>${icon("badge-info-neg")}</wsp-tooltip>`;
  return `<section class="price-block" data-test="priceBlock"><span class="srt" data-test="price-info-srt-text">De prijs van dit product is ${whole} euro${cents === "00" ? "" : ` en ${Number(cents)} cent`}.</span>
<span aria-hidden="true" class="promo-price" data-test="price">${whole}<sup data-test="price-fraction">${cents === "00" ? "-" : cents}</sup></span><meta content="${whole}.${cents}" itemprop="price"/></section>
${offer.listPrice ? `<div class="product-prices__list-price">Meestal <del class="h-nowrap" data-test="from-price">${euros(offer.listPrice)}</del>${tooltip("De prijs die dit artikel het vaakst had in de laatste 90 dagen.")}</div>` : ""}
<div class="product-delivery" data-test="delivery-notification">${rest ? highlight : stock}${tooltip("We doen ons best om dit artikel op tijd te bezorgen.")}</div>
<div class="product-seller" data-test="plazaseller-link">Verkoop door <span class="product-seller__name">${escapeHtml(offer.seller)}</span></div>`;
}

const facets = (): string =>
  filters
    .map(
      ({ title, options }) =>
        `<div class="facet-control" data-test="facet"><h3 data-test="facet-title">${title}</h3>${options
          .map(
            ({ name, id, url }) =>
              `<div class="ui-input-checkbox" data-test="multiselect"><label><input class="srt" type="checkbox" value="${id}"/><div class="ui-input-checkbox__label"><div aria-hidden="true" class="ui-input-checkbox__control">${icon("check")}</div><a data-test="input-checkbox-content" href="${url}">${escapeHtml(name)}</a></div></label></div>`,
          )
          .join("\n")}</div>`,
    )
    .join("\n");

function pagination({ text, page, lastPage }: Results): string {
  const link = (number: number) =>
    number === page
      ? `<li class="is-active"><span>${number}</span></li>`
      : `<li><a class="js_pagination_item" data-page-number="${number}" href="?page=${number}&amp;searchtext=${encodeURIComponent(text)}">${number}</a></li>`;
  const near = [...new Set([1, 2, 3, page - 1, page, page + 1, lastPage])].filter(
    (number) => number >= 1 && number <= lastPage,
  );
  return `<div id="js_pagination_control"><ul class="pagination" data-test="pagination">${near
    .sort((a, b) => a - b)
    .map(link)
    .join("")}</ul></div>`;
}
