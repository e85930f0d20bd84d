import type { SiteRequest } from "../../../contract/site.ts";
import type { Identifier, ProfileForm } from "./identifier.ts";

/** Any slug will do where the site goes by the number; a redirect to the right one is followed. */
const ANY_SLUG = "company";

export const profilePath = ({ id, slug }: Identifier, form: ProfileForm, language: string): string =>
  `/${language}/company/${slug ?? ANY_SLUG}-${form === "grouped" ? "0-" : ""}${id}/`;

/** Redirects are shown: one to the front page is the site's way of saying that there is no such company. */
export const profilePage = (path: string): SiteRequest => ({ path, redirects: "show" });
