import type { Plans } from "../../accounts/plans.ts";
import { escapeHtml as text } from "../../base/escape-html.ts";
import { fieldLookup } from "../../contract/lookup.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import type { PreparedSearches } from "../../service/prepared-searches.ts";
import { curlSnippet } from "../../words/curl-snippet.ts";

/** What the landing page tells about this service. */
export interface LandingFacts {
  sources: readonly Source[];
  plans: Plans;
  preparedSearches: Pick<PreparedSearches, "list">;
}

const EXAMPLE_FIELDS = 8;
const number = new Intl.NumberFormat("en");

/**
 * Fills the slots of `dashboard/home.html`. Sources, prices and plans are in the document itself, for crawlers and for
 * browsers without script, and it has no form or button: the script adds them.
 */
export function fillLanding(template: string, { sources, plans, preparedSearches }: LandingFacts, origin: string) {
  const searches = preparedSearches.list.map(({ operation, body }) => ({
    operation,
    curl: curlSnippet({ baseUrl: origin, path: operation.path, body }),
    body,
  }));
  const [first] = searches;
  const free = Object.values(plans).find(({ once }) => once)?.points ?? 0;
  const slots: Record<string, string> = {
    "free-points": number.format(free),
    curl: text(first?.curl ?? ""),
    example: text(first ? exampleResponse(first.operation) : ""),
    searches: searches.map(({ operation, curl, body }) => searchButton(operation, curl, body)).join(""),
    sources: sources.map(sourceSection).join(""),
    plans: Object.entries(plans).map(planRow).join(""),
  };
  return template.replaceAll(/<!--slot:([\w-]+)-->/g, (_slot, name: string) => slots[name] ?? "");
}

/** In a template, which browsers do not render. The script copies it. */
function searchButton({ path, summary }: Operation, curl: string, body: Record<string, unknown>): string {
  const [wanted] = Object.values(body);
  const about = `${summary.split(" ")[0]}: ${wanted}`;
  return `<button type="button" aria-pressed="false" data-operation="${text(path)}" data-curl="${text(curl)}">${text(about)}</button>`;
}

/** A record cut to its first fields with a short value. */
function exampleResponse({ exampleRecord = {} }: Operation): string {
  const fields = Object.entries(exampleRecord).filter(
    ([, value]) => value !== null && typeof value !== "object" && String(value).length < 40,
  );
  const record = Object.fromEntries(fields.slice(0, EXAMPLE_FIELDS));
  return JSON.stringify([record], null, 2).replace(/\n {2}\}\n\]$/, ",\n    …\n  },\n  …\n]");
}

function sourceSection({ title, operations }: Source): string {
  const lookups = new Set(operations.flatMap(lookupPaths));
  const cards = (some: Operation[]) => some.map(operationCard).join("");
  const folded = operations.filter(({ path }) => lookups.has(path));
  const more = `${folded.length} ${folded.length === 1 ? "lookup" : "lookups"} for valid values`;
  return `<section aria-label="${text(title)}"><h3>${text(title)}</h3>${cards(operations.filter(({ path }) => !lookups.has(path)))}${
    folded.length > 0 ? `<details><summary>${more}</summary>${cards(folded)}</details>` : ""
  }</section>`;
}

/** Operations that look up values for this operation's fields. */
const lookupPaths = ({ request }: Operation): string[] =>
  Object.values(request.properties as Record<string, object>).flatMap((field) => fieldLookup(field)?.operation ?? []);

const operationCard = ({ path, summary, description, price }: Operation): string =>
  `<a class="card" href="/playground?operation=${encodeURIComponent(path)}"><strong>${text(summary)}</strong><span>${text(
    description.replaceAll("`", ""),
  )}</span><em>${text(price.words)}</em></a>`;

const planRow = ([name, { points, once, minutely, daily }]: [string, Plans[string]]): string =>
  `<tr><th scope="row">${text(name[0]!.toUpperCase() + name.slice(1))}</th><td data-of="Points">${number.format(points)} ${
    once ? "once" : "per month"
  }</td><td data-of="Calls per minute">${number.format(minutely)}</td><td data-of="Calls per day">${number.format(daily)}</td></tr>`;
