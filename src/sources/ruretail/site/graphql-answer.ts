import { groupIds } from "../products-search/filter-ids.ts";
import type { ShopCity } from "./cities.ts";
import type { Group } from "./facets.ts";
import { InvalidQuery, project, readQuery, type Selection } from "./graphql-document.ts";
import { type CountedChoice, type Found, type Search, search } from "./search.ts";
import { wireProduct } from "./wire-product.ts";

/** A search for these words fails inside the site, as its error union says. */
const FAILING_WORDS = "внутренняя ошибка поиска";

interface Input {
  searchText?: unknown;
  pagination?: { page?: unknown; perPage?: unknown };
  conditions?: Array<{ filterGroupId?: unknown; filterIds?: unknown }>;
  sorting?: { id?: unknown; direction?: unknown };
}

/** The answer to a body posted to `/graphql/`. Throws `InvalidQuery` for what the site would refuse with 400. */
export function graphqlAnswer(body: string, city: ShopCity, origin: string, now: number): unknown {
  const { query, variables } = posted(body);
  const selection = readQuery(query);
  if (!selection.has("fullSearchFilter")) throw new InvalidQuery('Cannot query field on type "Query".');
  const input = variables.fullSearchProductsFilterInput as Input | undefined;
  if (!input) throw new InvalidQuery('Variable "$fullSearchProductsFilterInput" of required type was not provided.');
  const asked = asSearch(input, city);
  const fullSearchFilter =
    typeof asked === "string"
      ? { record: null, error: { __typename: "CatalogFilter_ProductsFilterIncorrectArgumentsError", message: asked } }
      : asked.text.includes(FAILING_WORDS)
        ? {
            record: null,
            error: { __typename: "CatalogFilter_ProductsFilterInternalError", message: "internal error" },
          }
        : { record: record(asked, picturesNames(selection), origin, now), error: null };
  return { data: project({ fullSearchFilter }, selection) };
}

function posted(body: string): { query: string; variables: Record<string, unknown> } {
  try {
    const { query, variables } = JSON.parse(body) as { query?: unknown; variables?: Record<string, unknown> };
    if (typeof query === "string") return { query, variables: variables ?? {} };
  } catch {
    // Said below, as for a body without a query.
  }
  throw new InvalidQuery("Must provide query string.");
}

/** The search that was asked for, or why its arguments are not right. */
function asSearch({ searchText, pagination, conditions, sorting }: Input, city: ShopCity): Search | string {
  const page = Number(pagination?.page ?? 1);
  const perPage = Number(pagination?.perPage ?? 48);
  if (typeof searchText !== "string" || searchText.trim() === "") return "searchText is empty";
  if (!Number.isInteger(page) || page < 1 || !(perPage >= 1 && perPage <= 1000)) return "pagination is not valid";
  const given = conditions ?? [];
  const range = given.find(({ filterGroupId }) => filterGroupId === groupIds.price)?.filterIds;
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

/** The shop's own pictures go by a name of the shop, which the stand-in does not know: it takes the one asked for. */
function picturesNames(selection: Selection): string[] {
  const images = ["fullSearchFilter", "record", "products", "images"].reduce<Selection | null | undefined>(
    (inner, field) => inner?.get(field),
    selection,
  );
  return [...(images?.keys() ?? [])].filter((name) => name !== "discount");
}

function record(asked: Search, pictures: string[], origin: string, now: number): unknown {
  const found = search(asked);
  const { page, perPage, city } = asked;
  return {
    __typename: "CatalogFilter_ProductsFilter",
    products: found.items.map((item) => wireProduct(item, city, { pictures, origin, now })),
    sortings: [],
    groups: [priceGroup(found, asked), ...wireGroups(found)],
    categories: [],
    pageInfo: {
      hasNextPage: page < found.totalPages,
      hasPreviousPage: page > 1,
      perPage,
      page,
      totalItems: found.totalItems,
      totalPages: found.totalPages,
    },
    searchStrategy: 1,
  };
}

function priceGroup({ priceBounds: [low, high] }: Found, { price }: Search): unknown {
  const [from, to] = price ?? [low, high];
  return {
    ...frame(groupIds.price, "Цена"),
    filter: {
      __typename: "CatalogFilter_RangeFilter",
      fromValue: String(Math.min(Math.max(from, low), high)),
      isInTagList: price !== null,
      maxValue: String(high),
      minValue: String(low),
      serifValues: [],
      scaleStep: null,
      toValue: String(Math.max(Math.min(to, high), low)),
      unit: "₽",
    },
  };
}

const frame = (id: string, name: string) => ({ id, isCollapsed: false, isDisabled: false, name });

/** Groups inside a choice show there, not beside the others. */
function wireGroups({ groups }: Found): unknown[] {
  const inner = new Set(groups.flatMap(({ choices }) => choices.flatMap(({ choice }) => choice.inner ?? [])));
  const wire = (group: Group, choices: CountedChoice[]): unknown => ({
    ...frame(group.id, group.name),
    filter: {
      __typename: "CatalogFilter_ListFilter",
      isSearchable: choices.length > 12,
      logic: group.logic,
      filters: choices.map(({ choice, isSelected, total }) => ({
        id: choice.id,
        isDisabled: total === 0,
        isInShortList: true,
        isInTagList: true,
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
