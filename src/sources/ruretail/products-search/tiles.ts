import { type AnyNode, all, attributeOf, type Document, type Element, one } from "../../../source-kit/html.ts";

/** A tile of a filled page, with the id of its product; null where that is not to be found. */
export interface Tile {
  id: string | null;
  element: Element;
}

const MARKED = '[data-meta-product-id]:not([data-meta-product-id=""])';
const LAYOUT = "[data-meta-name^=SnippetProduct]";
const LINKS = 'a[href*="/product/"]';

/**
 * The tiles of the list itself, where the page marks it: carousels beside it show other products. Tiles used to
 * carry the id of their product; since 2026 they need not, and the last number of the product's path is the id.
 */
export function tilesOf(page: Document): Tile[] {
  const list = one("[data-meta-name=ProductListLayout]", page);
  const listed = list ? tilesWithin(list) : [];
  return listed.length > 0 ? listed : tilesWithin(page);
}

function tilesWithin(place: Document | Element): Tile[] {
  // Where tiles are marked, one that has lost its mark still has the layout of a tile.
  if (one(MARKED, place)) {
    return all(`${MARKED}, ${LAYOUT}:not(:has(${MARKED}), ${MARKED} *)`, place).map((element) => ({
      id: attributeOf("data-meta-product-id", element) ?? firstIdIn(element),
      element,
    }));
  }
  const tiles = new Map<Element, Tile>();
  for (const link of all(LINKS, place)) {
    const id = idIn(link);
    const element = id && tileAround(link, id, place);
    if (element && isTile(element)) tiles.set(element, { id, element });
  }
  return [...tiles.values()];
}

/** A link by itself is no tile: a tile has marked parts, such as a title, a price or a button. */
const isTile = (element: Element): boolean => one('[data-meta-name*="Snippet_"], [data-meta-price]', element) !== null;

/** The largest part around a link in which all links to products lead to the same one. */
function tileAround(link: Element, id: string, place: AnyNode): Element {
  let tile = link;
  for (let around = tile.parent; around && around !== place && around.type === "tag"; around = around.parent) {
    if (all(LINKS, around).some((other) => idIn(other) !== id)) break;
    tile = around as Element;
  }
  return tile;
}

const firstIdIn = (element: Element): string | null =>
  all(LINKS, element)
    .map(idIn)
    .find((id) => id !== null) ?? null;

/** `/product/<slug>-<id>/`, and what lies below it. */
const idIn = (link: Element): string | null =>
  /\/product\/(?:[^/?#]*-)?(\d+)(?=[/?#]|$)/.exec(attributeOf("href", link) ?? "")?.[1] ?? null;
