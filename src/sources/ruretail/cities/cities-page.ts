import type { SiteRequest } from "../../../contract/site.ts";

/** The lookup of cities by name. Its arguments stand in the query itself, so that no type of theirs has to be named. */
export const citiesPage = (name: string): SiteRequest => ({
  path: "/graphql/",
  method: "POST",
  headers: { "content-type": "application/json", accept: "*/*" },
  body: JSON.stringify({
    query: `query GetCities { cities(input: { name: ${JSON.stringify(name)} }) { id spaceId name region } }`,
    variables: {},
  }),
});
