import type { Static } from "typebox";
import { type Echo, echoParts, type Question } from "../contract/echo.ts";
import type { Operation } from "../contract/operation.ts";
import type { Page } from "../contract/page.ts";
import type { Answer, ReadingContext, Site, SiteRequest } from "../contract/site.ts";
import { pagesAfter } from "./pages-after.ts";
import { pagesUntil } from "./pages-until.ts";

type AnyRequest = Operation["request"];
type AnyRecord = Operation["record"];

/** One page, a list by number, offset or cursor, or a custom run. */
type Asks<Body, R extends object> =
  | { page(body: Body): SiteRequest }
  | { pageNumber(body: Body, number: number): SiteRequest; maxPages?: number }
  | { pageFrom(body: Body, offset: number): SiteRequest; maxPages?: number }
  | { pageAfter(body: Body, cursor: string | null): SiteRequest }
  | { run(body: Body, site: Site): AsyncIterable<Page<R>> };

type Description<Req extends AnyRequest, Rec extends AnyRecord> = Omit<Operation<Req, Rec>, "run" | "parse"> & {
  /** Reads a response of the site, live or saved: `winnow parse` is derived from it. */
  read(answer: Answer, body: Static<Req>, context: ReadingContext): Page<Static<Rec>>;
  /** Selects the requested records if the site cannot filter; null if a record does not say. */
  keep?(record: Static<Rec>, body: Static<Req>): boolean | null;
} & Asks<Static<Req>, Static<Rec>>;

/** Defines an operation by how its pages are requested and read. */
export function operation<Req extends AnyRequest, Rec extends AnyRecord>(
  description: Description<Req, Rec>,
): Operation<Req, Rec> {
  const { read, keep, ...rest } = description;
  return {
    ...rest,
    run: (body, site) => runOf(description, body, site),
    parse: (answer, body, context) => {
      const page = read(answer, body, context);
      return keep ? page.keeping((record) => keep(record, body)) : page;
    },
  };
}

function runOf<Req extends AnyRequest, Rec extends AnyRecord>(
  description: Description<Req, Rec>,
  body: Static<Req>,
  site: Site,
): AsyncIterable<Page<Static<Rec>>> {
  if ("run" in description) return description.run(body, site);
  const asks = question(description.echo, body);
  const asking = (request: SiteRequest): SiteRequest => ({ asks, ...request });
  const paging = {
    read: (answer: Answer) => description.read(answer, body, site),
    keep: (record: Static<Rec>) => (description.keep ? description.keep(record, body) : true),
  };
  if ("page" in description) return onePage(site, { page: 1, ...asking(description.page(body)) }, paging.read);
  if ("pageAfter" in description) {
    return pagesAfter(site, { ...paging, request: (cursor) => asking(description.pageAfter(body, cursor)) });
  }
  const request = (page: number, size: number) =>
    asking(
      "pageFrom" in description ? description.pageFrom(body, (page - 1) * size) : description.pageNumber(body, page),
    );
  return pagesUntil(site, { ...paging, request, ...(description.maxPages && { maxPages: description.maxPages }) });
}

/** Each part is the request field of its name, unless the request to the site says what it asks. */
const question = (echo: Echo, body: object): Question => ({
  echo,
  parts: Object.fromEntries(echoParts(echo).map(([name]) => [name, Reflect.get(body, name)])),
});

async function* onePage<R extends object>(site: Site, request: SiteRequest, read: (answer: Answer) => Page<R>) {
  yield await site.read(request, read);
}
