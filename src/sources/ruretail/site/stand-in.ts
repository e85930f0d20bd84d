import type { StandIn, StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { html, json, notFound } from "../../../source-kit/stand-in/replies.ts";
import { challengePage } from "./challenge.ts";
import { cityOfCode, type ShopCity } from "./cities.ts";
import { graphqlAnswer } from "./graphql-answer.ts";
import { InvalidQuery } from "./graphql-document.ts";
import { filledPage, shellPage } from "./rendered-page.ts";

export const standIn: StandIn = {
  answer,
  challenge: ({ url }) => challengePage(url.hostname),
};

function answer(call: StandInCall): StandInReply {
  const { url, method } = call;
  const context = { city: cityOf(call), origin: url.origin, now: Date.now() };
  if (url.pathname === "/graphql/") {
    if (method !== "POST") return json({ errors: [{ message: "GraphQL only supports POST requests." }] }, 405);
    return graphql(call.body, context.city, url.origin, context.now);
  }
  if (url.pathname === "/search/") {
    const text = url.searchParams.get("text") ?? "";
    // A browser fills the shell; `filled` shows what a saved page then looks like.
    return html(url.searchParams.has("filled") ? filledPage(text, context) : shellPage(text, context));
  }
  return notFound("Страница не найдена");
}

/** The header of the site's own scripts, otherwise the cookie; an unknown code counts as none. */
function cityOf({ headers }: StandInCall): ShopCity {
  const cookie = /(?:^|;\s*)_space=([^;]+)/.exec(headers.cookie ?? "")?.[1];
  return cityOfCode(headers["x-cityid"] ?? (cookie === undefined ? null : decodeURIComponent(cookie)));
}

function graphql(body: string, city: ShopCity, origin: string, now: number): StandInReply {
  try {
    return json(graphqlAnswer(body, city, origin, now));
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    return json({ errors: [{ message: error.message, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] }, 400);
  }
}
