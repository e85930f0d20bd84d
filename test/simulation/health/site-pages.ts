/** What a row of a site's page says, in the site's own words; undefined for what it does not have. */
export type Word = "number" | "text" | "otherText" | "optional" | "currency" | "date" | "seller";

/** One record on a page, which a test may rewrite. */
export interface SiteRow {
  get(word: Word): unknown;
  set(word: Word, value: unknown): void;
}

/** A page with records, taken apart and put together again. */
export interface SitePage {
  rows: SiteRow[];
  /** The page with these of its rows, in this order. */
  write(rows: SiteRow[]): string;
}

type Json = Record<string, unknown>;
type Paths = Partial<Record<Word, string>>;

/** A row that is an object of JSON. Numbers may be written as text. */
const jsonRow = (object: Json, paths: Paths): SiteRow & { object: Json } => {
  const placeOf = (word: Word): [Json, string] | null => {
    const names = paths[word]?.split(".");
    const last = names?.pop();
    if (!names || last === undefined) return null;
    const place = names.reduce<unknown>((inside, name) => (inside as Json | null | undefined)?.[name], object);
    return place ? [place as Json, last] : null;
  };
  return {
    object,
    get(word) {
      const place = placeOf(word);
      const value = place?.[0][place[1]];
      return word === "number" && typeof value === "string" && value !== "" ? Number(value) : value;
    },
    set(word, value) {
      const place = placeOf(word);
      if (!place) return;
      const isWritten = typeof place[0][place[1]] === "string" && typeof value === "number";
      place[0][place[1]] = isWritten ? String(value) : value;
    },
  };
};

const jsonPage = (
  body: string,
  listOf: (page: Json) => Json[] | null,
  paths: Paths,
  put: (page: Json, rows: Json[]) => void,
): SitePage | null => {
  const page = JSON.parse(body) as Json;
  const list = listOf(page);
  return (
    list && {
      rows: list.map((object) => jsonRow(object, paths)),
      write(rows) {
        put(
          page,
          rows.map((row) => (row as SiteRow & { object: Json }).object),
        );
        return JSON.stringify(page);
      },
    }
  );
};

/** Rows that are pieces of markup. */
const markupPage = (body: string, row: RegExp, words: Partial<Record<Word, RegExp>>): SitePage | null => {
  const pieces = body.match(row);
  if (!pieces) return null;
  const rows = pieces.map((piece) => {
    const own = { piece };
    return {
      own,
      get: (word: Word) => words[word] && own.piece.match(words[word])?.[2],
      set(word: Word, value: unknown) {
        const pattern = words[word];
        if (pattern)
          own.piece = own.piece.replace(pattern, (_all, before, _old, after) => `${before}${value ?? ""}${after}`);
      },
    };
  });
  const [before = "", after = ""] = [
    body.slice(0, body.indexOf(pieces[0]!)),
    body.slice(body.lastIndexOf(pieces.at(-1)!) + pieces.at(-1)!.length),
  ];
  return {
    rows,
    write: (kept) => `${before}${kept.map((one) => (one as (typeof rows)[number]).own.piece).join("\n")}${after}`,
  };
};

/** A page whose objects refer to their names and values by number. */
function indexedPage(body: string): SitePage | null {
  const all = JSON.parse(body) as unknown[];
  const key = (name: string) => `_${all.indexOf(name)}`;
  const slots = all.find((value) => typeof value === "object" && value !== null && key("slots") in value) as
    | Json
    | undefined;
  if (!slots) return null;
  const list = all[Number(slots[key("slots")])] as number[];
  const child = (object: Json, name: string) => all[Number(object[key(name)])] as Json;
  const paths: Paths = {
    number: "bestSellingOffer.sellingPrice.price.amount",
    text: "title",
    otherText: "relatedParties.0.party.name",
    optional: "reviews.averageRating",
    date: "bestDeliveryOption.deliveryDescription",
    seller: "bestSellingOffer.retailer.name",
  };
  const step = (at: unknown, name: string): unknown =>
    Array.isArray(at) ? all[Number(at[Number(name)])] : child(at as Json, name);
  const rows = list.flatMap((place) => {
    const props = child(all[place] as Json, "props");
    const product = props && child(props, "product");
    if (!product) return [];
    const placeOf = (word: Word): [Json, string] | null => {
      const names = (word === "date" ? `bestSellingOffer.${paths.date}` : (paths[word] ?? "")).split(".");
      const last = names.pop()!;
      const holder = names.reduce<unknown>(
        (at, name) => (at === undefined || at === null ? at : step(at, name)),
        product,
      );
      return holder ? [holder as Json, key(last)] : null;
    };
    const row: SiteRow & { place: number } = {
      place,
      get(word) {
        const found = placeOf(word);
        const value = found && all[Number(found[0][found[1]])];
        return word === "number" && value !== null && value !== undefined ? Number(value) : value;
      },
      set(word, value) {
        const found = placeOf(word);
        const written = word === "number" && typeof value === "number" ? value.toFixed(2) : value;
        // -5 is how this format writes null.
        if (found) found[0][found[1]] = written === null ? -5 : all.push(written) - 1;
      },
    };
    return [row];
  });
  return {
    rows,
    write(kept) {
      const places = new Set(rows.map(({ place }) => place));
      const others = list.filter((place) => !places.has(place));
      list.splice(0, list.length, ...kept.map((row) => (row as (typeof rows)[number]).place), ...others);
      return JSON.stringify(all);
    },
  };
}

/** A page of markup with its results in a script. */
function scriptPage(body: string): SitePage | null {
  const start = body.indexOf('"results":[{"__typename":"SearchResultProperty"');
  if (start < 0) return null;
  const from = body.lastIndexOf("<script", start);
  const opened = body.indexOf(">", from) + 1;
  const end = body.indexOf("</script>", start);
  const data = JSON.parse(body.slice(opened, end)) as Json;
  const holder = holderOf(data, "results");
  if (!holder) return null;
  return {
    rows: (holder.results as Json[]).map((object) => jsonRow(object, stay)),
    write(rows) {
      holder.results = rows.map((row) => (row as SiteRow & { object: Json }).object);
      const text = JSON.stringify(data)
        .replaceAll("<", "\\u003c")
        .replaceAll(">", "\\u003e")
        .replaceAll("&", "\\u0026");
      // Without the cards that repeat it.
      const before = body.slice(0, opened).replace(/<div data-testid="property-card">[\s\S]*?(?=<script)/, "");
      return `${before}${text}${body.slice(end)}`;
    },
  };
}

function holderOf(data: unknown, name: string): Json | null {
  if (typeof data !== "object" || data === null) return null;
  const found = (data as Json)[name];
  if (Array.isArray(found) && found[0]?.__typename === "SearchResultProperty") return data as Json;
  for (const inside of Object.values(data)) {
    const holder = holderOf(inside, name);
    if (holder) return holder;
  }
  return null;
}

const amount = "priceDisplayInfoIrene.displayPrice.amountPerStay";
const stay: Paths = {
  number: `${amount}.amountUnformatted`,
  text: "displayName.text",
  otherText: "basicPropertyData.location.address",
  optional: "matchingUnitConfigurations.commonConfiguration.localizedArea.localizedArea",
  currency: `${amount}.currency`,
  date: `${amount}.amount`,
};
const business: Paths = {
  number: "ratingScore",
  text: "businessName",
  otherText: "address",
  optional: "phone",
  date: "phone.0",
};
const product: Paths = {
  number: "price.current",
  text: "name",
  otherText: "brand.name",
  optional: "rating",
  date: "delivery.self.availabilityByDays.0.deliveryTime",
};
const valuation: Paths = {
  number: "estimate.price",
  text: "displayText.addr.line1",
  otherText: "estateName",
  optional: "nArea",
  date: "estimate.date",
};

/** Takes the pages of each source's stand-in apart; null for a page without records of that kind. */
export const sitePages: Record<string, (path: string, body: string) => SitePage | null> = {
  bizbureau: (path, body) =>
    path.startsWith("/api/search")
      ? jsonPage(
          body,
          (page) => page.results as Json[],
          business,
          (page, rows) => Object.assign(page, { results: rows }),
        )
      : null,
  ruretail(path, body) {
    if (!path.startsWith("/graphql")) return null;
    // The request names the answer, and the site repeats the name.
    const holder = (page: Json) =>
      Object.values((page.data ?? {}) as Json)
        .map((answer) => (answer as { record?: Json } | null)?.record)
        .find((record) => Array.isArray(record?.products));
    return jsonPage(
      body,
      (page) => (holder(page)?.products as Json[] | undefined) ?? null,
      product,
      (page, rows) => void Object.assign(holder(page)!, { products: rows }),
    );
  },
  nlretail(_path, body) {
    if (body.startsWith("[")) return indexedPage(body);
    // The same data in a page of markup, without the cards that repeat it.
    const literal = /streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/.exec(body)?.[1];
    const page = literal === undefined ? null : indexedPage(JSON.parse(literal));
    const start = body.indexOf("<script>window.__reactRouterContext.streamController");
    const write = (rows: SiteRow[]) =>
      `${body.slice(0, body.indexOf("<main"))}${body.slice(start).replace(literal!, () => JSON.stringify(page!.write(rows)))}`;
    return page && { rows: page.rows, write };
  },
  stays(path, body) {
    if (!path.startsWith("/searchresults")) return null;
    if (!body.startsWith("{")) return scriptPage(body);
    const resultsIn = (page: Json) => holderOf(page, "results");
    return jsonPage(
      body,
      (page) => (resultsIn(page)?.results as Json[] | undefined) ?? null,
      stay,
      (page, rows) => void Object.assign(resultsIn(page)!, { results: rows }),
    );
  },
  hkproperty(path, body) {
    if (path.includes("GetUnitEstimate"))
      return jsonPage(
        body,
        (page) => [page],
        valuation,
        () => {},
      );
    if (!path.includes("ConsumptionTable")) return null;
    return jsonPage(
      body,
      (page) => page.floors as Json[],
      {},
      (page, rows) => Object.assign(page, { floors: rows }),
    );
  },
  jobsboard(path, body) {
    if (/\/company\//.test(path)) {
      return markupPage(body, /<h1 class="h3">[\s\S]*?<\/section>/g, {
        number: /(<span class="t-mute">)([\d,.]+)( Followers)/,
        text: /(<h1 class="h3">)([^<]*)(<)/,
        otherText: /(<ul[^>]*><li>)([^<]*)(<)/,
        optional: /(<\/li>\s*<li>)([^<]*)(<\/li>)/,
        date: /(<li>)([^<]*)( Employees<)/,
      });
    }
    if (!/\/companies\//.test(path)) return null;
    return markupPage(body, /<div class="col is-4-d">[\s\S]*?<\/div><\/div><\/div>/g, {});
  },
};
