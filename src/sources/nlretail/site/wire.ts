import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import type { CatalogueProduct } from "./catalogue.ts";
import type { Results } from "./search.ts";
import { categories } from "./vocabulary.ts";

/** The product as the site's pages have it. */
function wireProduct(product: CatalogueProduct, origin: string) {
  const { offer, image } = product;
  return {
    __typename: "Product",
    id: product.id,
    title: product.title,
    url: productPath(product),
    assets: [
      {
        usage: "primary",
        renditions: [
          { url: imageUrl(product, origin, 168), width: 168, height: scaled(image, 168) },
          { url: imageUrl(product, origin, image.width), width: image.width, height: image.height },
        ],
      },
    ],
    relatedParties: [
      { role: "BRAND", party: { name: product.brand.name, url: brandPath(product), id: String(product.brand.id) } },
    ],
    bestSellingOffer: offer && {
      sellingPrice: { price: { amount: (offer.price / 100).toFixed(2), currencyCode: "EUR" } },
      savings: offer.listPrice
        ? { reference: { type: "Meestal", referencePrice: { amount: offer.listPrice / 100, currencyCode: "EUR" } } }
        : null,
      condition: { __typename: `OfferCondition${offer.condition}` },
      bestDeliveryOption: { deliveryDescription: offer.delivery },
      deliveredWithin48Hours: offer.within48Hours,
      retailer: { name: offer.seller },
    },
    reviews: { averageRating: product.rating, total: product.reviewCount },
    categories: [wireCategory(product.categories)],
    specs: product.specs,
  };
}

interface WireCategory {
  id: string;
  name: string;
  parents: WireCategory[];
}

/** The most specific category, which names its parents up to the root. */
const wireCategory = (path: CatalogueProduct["categories"]): WireCategory => {
  const { id, name } = path.at(-1)!;
  return { id, name, parents: path.length > 1 ? [wireCategory(path.slice(0, -1))] : [] };
};

export const productPath = ({ title, id }: CatalogueProduct): string => `/nl/nl/p/${toSlug(title)}/${id}/`;
export const brandPath = ({ brand }: CatalogueProduct): string => `/nl/nl/b/${brand.slug}/${brand.id}/`;

export const imageUrl = ({ image, id }: CatalogueProduct, origin: string, width: number): string =>
  `${origin}/media/${image.key}/${id.slice(-6)}/${width}x${scaled(image, width)}.jpg`;

const scaled = ({ width, height }: CatalogueProduct["image"], to: number): number => Math.round((height * to) / width);

/** The search page's loader data. */
export function wireSearch(results: Results, origin: string) {
  const { cards, text, page, lastPage, total } = results;
  const slots = cards.map(({ product, sponsored }, position) => ({
    id: `slot-${page}-${position}`,
    type: "ProductItem",
    props: { position, isSponsored: sponsored, product: wireProduct(product, origin) },
  }));
  return {
    template: {
      name: "search",
      regions: slots.length === 0 ? [] : [{ name: "ProductList_Middle", slots }],
      pagination: { currentPage: page, totalPages: lastPage, totalResults: total },
      filters: slots.length === 0 ? [] : filters,
    },
    searchText: text,
  };
}

/** The facets beside the list: as on a real page, most of what is sent. */
export const filters = [
  ...["Merk", "Categorie", "Kenmerk"].map((title) => ({
    title,
    options: facetOptions(title).map((name, position) => ({
      name,
      id: String(40_000 + position),
      selected: false,
      url: `?filter_N=${40_000 + position}`,
    })),
  })),
];

function facetOptions(title: string): string[] {
  const keys: Record<string, "brands" | "path"> = { Merk: "brands", Categorie: "path" };
  const key = keys[title] ?? "features";
  return [...new Set(categories.flatMap((category) => category[key]))].sort();
}
