import type { StandInCall, StandInReply } from "../../../contract/stand-in.ts";
import { escapeHtml } from "../../../source-kit/stand-in/markup.ts";
import { html, notFound } from "../../../source-kit/stand-in/replies.ts";
import { catalogue } from "./catalogue.ts";

/** The page of one thing as the site sends it; null for any other address. */
export function profiles({ url: { pathname, origin } }: StandInCall): StandInReply | null {
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
