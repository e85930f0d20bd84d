import { citiesNamed, type ShopCity, wireCity } from "./cities.ts";
import type { Group } from "./facets.ts";
import { InvalidQuery, project, readQuery, requestedField, type Selection } from "./graphql-document.ts";
import { type CountedChoice, type Found, type Search, search } from "./search.ts";
import { wireProduct } from "./wire-product.ts";

/** A search for these words fails inside the site and returns its error union. */
const FAILING_WORDS = "внутренняя ошибка поиска";

const PRICE = "price_filter_group_id";

interface Input {
  searchText?: unknown;
  pagination?: { page?: unknown; perPage?: unknown };
  conditions?: Array<{ filterGroupId?: unknown; filterIds?: unknown }>;
  sorting?: { id?: unknown; direction?: unknown };
}

/** The response to a body posted to `/graphql/`. Throws `InvalidQuery` for what the site would reject with 400. */
export function graphqlAnswer(body: string, city: ShopCity, origin: string, now: number): unknown {
  const { query, variables } = posted(body);
  const selection = readQuery(query);
  if (requestedField(selection, "cities")) {
    return { data: project({ cities: citiesNamed(nameAsked(query)).map(wireCity) }, selection) };
  }
  if (!requestedField(selection, "fullSearchFilter")) throw new InvalidQuery('Cannot query field on type "Query".');
  const input = variables.fullSearchProductsFilterInput as Input | undefined;
  if (!input) throw new InvalidQuery('Variable "$fullSearchProductsFilterInput" of required type was not provided.');
  const requested = asSearch(input, city);
  const fullSearchFilter = result(requested, (search) => record(search, picturesNames(selection), origin, now));
  return { data: project({ fullSearchFilter }, selection) };
}

/** The argument of the city lookup, which is in the query. */
function nameAsked(query: string): string {
  const [, text] = /cities\(input:\s*\{\s*name:\s*("(?:\\.|[^"\\])*")/.exec(query) ?? [];
  if (text === undefined) throw new InvalidQuery('Argument "input" of "cities" is required.');
  return String(JSON.parse(text));
}

function result(requested: Search | string, found: (search: Search) => unknown) {
  const failed = (kind: string, message: string) => ({
    record: null,
    error: { __typename: `CatalogFilter_ProductsFilter${kind}Error`, message },
  });
  if (typeof requested === "string") return failed("IncorrectArguments", requested);
  if (requested.text.includes(FAILING_WORDS)) return failed("Internal", "internal error");
  return { record: found(requested), error: null };
}

function posted(body: string): { query: string; variables: Record<string, unknown> } {
  try {
    const { query, variables } = JSON.parse(body) as { query?: unknown; variables?: Record<string, unknown> };
    if (typeof query === "string") return { query, variables: variables ?? {} };
  } catch {
    // Reported below, as for a body without a query.
  }
  throw new InvalidQuery("Must provide query string.");
}

/** The requested search, or what is wrong with its arguments. */
function asSearch({ searchText, pagination, conditions, sorting }: Input, city: ShopCity): Search | string {
  const page = Number(pagination?.page ?? 1);
  const perPage = Number(pagination?.perPage ?? 48);
  if (typeof searchText !== "string" || searchText.trim() === "") return "searchText is empty";
  if (!Number.isInteger(page) || page < 1 || !(perPage >= 1 && perPage <= 1000)) return "pagination is not valid";
  const given = conditions ?? [];
  const range = given.find(({ filterGroupId }) => filterGroupId === PRICE)?.filterIds;
  const [from, to] =
    /^(\d+)-(\d+)$/
      .exec(String([range].flat()[0]))
      ?.slice(1)
      .map(Number) ?? [];
  return {
    city,
    text: searchText,
    page,
    perPage,
    sort: { id: String(sorting?.id ?? ""), direction: String(sorting?.direction ?? "") },
    filterIds: new Set(given.flatMap(({ filterIds }) => [filterIds].flat().map(String))),
    price: from === undefined || to === undefined ? null : [from, to],
  };
}

/** The shop's own pictures have a shop's name that the stand-in does not know: it uses the requested one. */
function picturesNames(selection: Selection): string[] {
  const images = ["fullSearchFilter", "record", "products", "images"].reduce<Selection | null | undefined>(
    (inner, field) => requestedField(inner, field)?.inner,
    selection,
  );
  return [...(images?.keys() ?? [])].filter((name) => name !== "discount");
}

function record(requested: Search, pictures: string[], origin: string, now: number): unknown {
  const found = search(requested);
  const { page, perPage, city } = requested;
  return {
    __typename: "CatalogFilter_ProductsFilter",
    products: found.items.map((item) => wireProduct(item, city, { pictures, origin, now })),
    sortings: wireSortings(requested.sort),
    groups: [priceGroup(found, requested), ...wireGroups(found)],
    pageInfo: {
      hasNextPage: page < found.totalPages,
      hasPreviousPage: page > 1,
      perPage,
      page,
      totalItems: found.totalItems,
      totalPages: found.totalPages,
    },
  };
}

/** The orders of the search page: id, slug, name, directions. */
const SORTINGS: Array<[id: number, slug: string, name: string, ...directions: Array<"ASC" | "DESC">]> = [
  [9, "relevance", "По релевантности", "DESC"],
  [1, "price", "По цене", "ASC", "DESC"],
  [11, "discount", "По размеру скидки", "DESC"],
  [3, "rating", "По рейтингу", "DESC"],
  [5, "opinions", "По отзывам", "DESC"],
  [4, "reviews", "По обзорам", "DESC"],
];

function wireSortings({ id: requested, direction: way }: Search["sort"]): unknown[] {
  const isOffered = SORTINGS.some(
    ([, slug, , ...ways]) => slug === requested && ways.some((one) => way.endsWith(`_${one}`)),
  );
  const [slugTaken, wayTaken] = isOffered ? [requested, way] : ["relevance", "SORT_DIRECTION_DESC"];
  return SORTINGS.map(([id, slug, name, ...ways]) => ({
    id,
    name,
    slug,
    directions: ways.map((one, index) => ({
      id: `SORT_DIRECTION_${one}`,
      isSelected: slug === slugTaken && `SORT_DIRECTION_${one}` === wayTaken,
      name: "",
      slug: one.toLowerCase(),
      isDefault: index === 0,
    })),
  }));
}

function priceGroup({ priceBounds: [low, high] }: Found, { price }: Search): unknown {
  const [from, to] = price ?? [low, high];
  return {
    id: PRICE,
    name: "Цена",
    filter: {
      __typename: "CatalogFilter_RangeFilter",
      fromValue: String(Math.min(Math.max(from, low), high)),
      maxValue: String(high),
      minValue: String(low),
      toValue: String(Math.max(Math.min(to, high), low)),
      unit: "₽",
    },
  };
}

/** Nested groups appear inside their choice, not beside the others. */
function wireGroups({ groups }: Found): unknown[] {
  const inner = new Set(groups.flatMap(({ choices }) => choices.flatMap(({ choice }) => choice.inner ?? [])));
  const wire = (group: Group, choices: CountedChoice[]): unknown => ({
    id: group.id,
    name: group.name,
    filter: {
      __typename: "CatalogFilter_ListFilter",
      logic: group.logic,
      filters: choices.map(({ choice, isSelected, total }) => ({
        id: choice.id,
        isSelected,
        name: choice.name,
        total,
        childGroups: groups
          .filter(({ group }) => group === choice.inner)
          .map(({ group, choices }) => wire(group, choices)),
      })),
    },
  });
  return groups.filter(({ group }) => !inner.has(group)).map(({ group, choices }) => wire(group, choices));
}
