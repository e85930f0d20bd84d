import type { Source } from "../contract/source.ts";
import type { StandIn, StandInPage, StandInReply } from "../contract/stand-in.ts";
import { replyPicture } from "./picture.ts";

/** The stand-ins at one address under the service: the same on every process, after every start and for everybody. */
export function standInPages(sources: readonly Source[], address: () => string) {
  const sites = new Map<string, Promise<StandIn>>();
  const addressOf = (source: string): string => `${address()}/stand-ins/${source}`;

  /** What a person sees at a path of a source's stand-in; null if there is no such source. */
  async function at(name: string, path: string): Promise<StandInReply | null> {
    const source = sources.find((one) => one.name === name);
    if (!source) return null;
    const site = await (sites.get(name) ?? sites.set(name, source.standIn()).get(name)!);
    const url = new URL(path.replace(/^\/+/, "/"), source.origins.site);
    const call = { method: "GET", url, headers: HEADERS, body: "" };
    const [, elsewhere] = /^\/elsewhere\/(.+)$/.exec(url.pathname) ?? [];
    const page = elsewhere === undefined ? site.page?.(url) : { title: elsewhere };
    const reply = replyPicture(call) ?? (page ? shown(page, source) : await site.answer(call));
    return readdressed(reply, url.origin, addressOf(name));
  }

  return { addressOf, at };
}

const HEADERS = { "user-agent": "Mozilla/5.0 (a person)", "accept-language": "en" };

/** Links of the page stay below its address. */
function readdressed({ status, headers = {}, body }: StandInReply, origin: string, address: string): StandInReply {
  const own = new RegExp(`(?:https?:)?//${RegExp.escape(new URL(origin).host)}`, "g");
  const here = (text: string) =>
    text.replaceAll(own, address).replaceAll(/(\s(?:href|src)=")\/(?!\/)/g, `$1${address}/`);
  const { location, "content-type": type = "text/html; charset=utf-8", "cache-control": cache = "no-cache" } = headers;
  const to = location && new URL(location, `${origin}/`).href.replace(origin, address);
  const kept = { "content-type": type, "cache-control": cache, ...(to && { location: to }) };
  return { status, headers: kept, body: typeof body === "string" && type.startsWith("text/html") ? here(body) : body };
}

const escaped = (text: unknown): string => String(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

function shown({ title, facts = {} }: StandInPage, source: Source): StandInReply {
  const rows = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>body{font:16px/1.5 sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}dt{color:#555}dd{margin:0 0 .5rem}</style>
<p>This page is made up: it belongs to Winnow's stand-in for ${escaped(source.title)}.</p><h1>${escaped(title)}</h1>
<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join("")}</dl></html>`;
  return { status: 200, body };
}
