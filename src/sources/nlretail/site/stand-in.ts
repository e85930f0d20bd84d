import type { StandIn, StandInCall, StandInPage, StandInReply } from "../../../contract/stand-in.ts";
import { onDemand, recent } from "../../../source-kit/stand-in/lists.ts";
import { escapeHtml } from "../../../source-kit/stand-in/markup.ts";
import { html, notFound } from "../../../source-kit/stand-in/replies.ts";
import { CATALOGUE_SIZE, indexOfId, productAt } from "./catalogue.ts";
import { fragment } from "./fragment.ts";
import { intern } from "./intern.ts";
import { euros } from "./markup.ts";
import { type Results, searchResults } from "./search.ts";
import { searchPage } from "./search-page.ts";
import { wireSearch } from "./wire.ts";

const gone = () => notFound("Pagina niet gevonden");

export const standIn: StandIn = {
  page,
  answer(call) {
    const { pathname, searchParams } = call.url;
    if (/^\/nl\/nl\/s(\/|\.data)?$/.test(pathname)) {
      const results = searchResults(searchParams.get("searchtext") ?? "", Number(searchParams.get("page") ?? 1));
      if (!results) return gone();
      return pathname.endsWith(".data") ? tableReply(results, call) : pageReply(results, call);
    }
    const shown = page(call.url);
    return shown ? html(`<!DOCTYPE html><html lang="nl-NL"><title>${escapeHtml(shown.title)}</title></html>`) : gone();
  },
  challenge: () =>
    html(
      `<!DOCTYPE html><html lang="nl"><head><title>Even geduld</title></head><body><script src="/.well-known/sbsd/0a1b2c?v=1&amp;t=42"></script>
<div id="sec-if-cpt-container" role="main"><div class="behavioral-content"><div id="sec-bc-text-container">We kijken even of je een mens bent.</div></div></div></body></html>`,
      403,
    ),
};

const recentTables = recent<string>(32);

function tableReply(results: Results, { url }: StandInCall): StandInReply {
  const body = recentTables(url.href, () =>
    intern({ root: { data: { locale: "nl-NL" } }, "routes/searchPage": { data: wireSearch(results, url.origin) } }),
  );
  return { status: 200, headers: { "content-type": "text/x-script; charset=utf-8", "x-remix-response": "yes" }, body };
}

const pageReply = (results: Results, { url }: StandInCall): StandInReply =>
  html(url.searchParams.get("_c") === "xhr" ? fragment(results, url.origin) : searchPage(results, url.origin));

function page({ pathname }: URL): StandInPage | null {
  const [, kind, id = ""] = /^\/nl\/nl\/([pb])\/[^/]+\/(\d+)\/?$/.exec(pathname) ?? [];
  if (kind === "b") return brandsById().get(Number(id)) ?? null;
  const index = indexOfId(id);
  if (index === null) return null;
  const { title, brand, categories, offer, rating, reviewCount } = productAt(index);
  return {
    title,
    facts: {
      Merk: brand.name,
      Categorie: categories.map(({ name }) => name).join(" › "),
      Prijs: offer ? `€ ${euros(offer.price)}` : "Niet leverbaar",
      Verkoper: offer?.seller,
      Beoordeling: reviewCount > 0 ? `${rating} (${reviewCount})` : null,
    },
  };
}

const brandsById = onDemand(
  () =>
    new Map(
      Array.from({ length: CATALOGUE_SIZE }, (_, index) => {
        const { brand, categories } = productAt(index);
        return [brand.id, { title: brand.name, facts: { Categorie: categories.at(-1)?.name } }] as const;
      }),
    ),
);
