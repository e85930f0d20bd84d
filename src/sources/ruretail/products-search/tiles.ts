import { type AnyNode, all, attributeOf, type Document, type Element, one } from "../../../source-kit/html.ts";

/** The tiles of a filled page, each with the id of its product. */
export interface Tile {
  id: string;
  element: Element;
}

const MARKED = '[data-meta-product-id]:not([data-meta-product-id=""])';
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
  const marked = all(MARKED, place);
  if (marked.length > 0)
    return marked.map((element) => ({ id: attributeOf("data-meta-product-id", element)!, element }));
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

/** `/product/<slug>-<id>/`, and what lies below it. */
const idIn = (link: Element): string | null =>
  /\/product\/(?:[^/?#]*-)?(\d+)(?=[/?#]|$)/.exec(attributeOf("href", link) ?? "")?.[1] ?? null;
