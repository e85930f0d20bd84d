import {
  challenge,
  escapeHtml,
  filtered,
  hasWords,
  html,
  json,
  notFound,
  paged,
  type StandIn,
  type StandInCall,
  type StandInReply,
  seeded,
} from "../../source-kit/stand-in/stand-in.ts";

const COLOURS = ["Red", "Blue", "Green", "White", "Black"];
const KINDS = ["lamp", "chair", "table", "shelf"];
const FIRST_ID = 1001;
const PAGE_SIZE = 24;

/** The stand-in's data: the same on every run. */
const catalogue = Array.from({ length: 600 }, (_, index) => {
  const chance = seeded(`item ${index}`);
  const name = `${chance.pick(COLOURS)} ${chance.pick(KINDS)} ${chance.int(10, 99)}`;
  return { id: String(FIRST_ID + index), name, price: chance.int(500, 9_900) / 100, inStock: chance.chance(0.9) };
});

export const standIn: StandIn = {
  answer: (call) => itemsSearch(call) ?? updatesList(call) ?? profiles(call) ?? brands(call) ?? notFound(),
  challenge,
};

/** A paged list; null for any other address. */
function itemsSearch({ url: { pathname, searchParams } }: StandInCall): StandInReply | null {
  if (pathname !== "/items-search") return null;
  const found = filtered(catalogue, searchParams, { q: ({ name }, words) => hasWords(name, words) });
  const page = paged(found, searchParams.get("page"), PAGE_SIZE);
  if (!page) return notFound();
  const items = page.items.map((item) => ({ ...item, link: `/profiles/${item.id}` }));
  return json({ query: searchParams.get("q"), total: page.total, page: page.page, pages: page.lastPage, items });
}

/** A list by cursor; null for any other address. */
function updatesList({ url: { pathname, searchParams } }: StandInCall): StandInReply | null {
  if (pathname !== "/updates-list") return null;
  const after = searchParams.get("after");
  const from = Number(after ?? 0);
  const to = from + PAGE_SIZE;
  const next = to < catalogue.length ? String(to) : null;
  return json({ total: catalogue.length, edges: catalogue.slice(from, to), page: { after, next } });
}

/** A detail page; null for any other address. */
function profiles({ url: { pathname, origin } }: StandInCall): StandInReply | null {
  const [, id] = /^\/profiles\/(\d+)\/?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const item = catalogue.find((other) => other.id === id);
  if (!item) return notFound();
  const name = escapeHtml(item.name);
  return html(`<!DOCTYPE html><html lang="en"><head><title>${name}</title>
<link rel="canonical" href="${origin}/profiles/${id}"></head><body><main data-id="${id}">
<h1 itemprop="name">${name}</h1><img itemprop="image" src="/pictures/${id}.jpg" alt="">
<meta itemprop="price" content="${item.price}"><p itemprop="description">A ${name} for every room.</p></main></body></html>`);
}

/** Suggestions for the start of a name; null for any other address. */
function brands({ url: { pathname, searchParams } }: StandInCall): StandInReply | null {
  if (pathname !== "/brands") return null;
  const term = searchParams.get("term") ?? "";
  const found = COLOURS.filter((colour) => colour.toLowerCase().startsWith(term.toLowerCase()));
  return json({ term, suggestions: found.map((label) => ({ code: label.toLowerCase(), label })) });
}
