import type { SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";

/** The lookup of cities by name. Its arguments stand in the query itself, so that no type of theirs has to be named. */
export const citiesPage = (name: string): SiteRequest => ({
  path: "/graphql/",
  method: "POST",
  headers: { "content-type": "application/json", ...wants.anything },
  body: JSON.stringify({
    query: `query GetCities { cities(input: { name: ${JSON.stringify(name)} }) { id spaceId name region } }`,
    variables: {},
  }),
});
