import type { StandIn, StandInCall, StandInReply } from "../contract/stand-in.ts";
import type { Fault } from "./faults.ts";

const ELSEWHERE = "http://elsewhere.example/";

/** Faults of the response itself: different content, sent normally. */
export async function faultyAnswer(
  fault: Fault,
  standIn: StandIn,
  call: StandInCall,
  nth: number,
): Promise<StandInReply> {
  const well = () => standIn.answer(call);
  const { number, name } = { number: fault.number ?? 0, name: fault.name ?? "" };
  switch (fault.kind) {
    case "circle":
      return bare(301, { location: call.url.href });
    case "elsewhere":
      return bare(301, { location: ELSEWHERE });
    case "403":
      return bare(403);
    case "429":
      return bare(429, fault.number === null ? {} : { "retry-after": String(fault.number) });
    case "500":
      // Spread evenly rather than at random: 50 means every second request.
      return Math.floor((nth * number) / 100) > Math.floor(((nth - 1) * number) / 100) ? bare(500) : well();
    case "challenge":
      return standIn.challenge(call);
    case "interstitial":
      return call.headers.cookie?.includes(PASSED) ? well() : interstitial(number);
    case "rename":
      return renamed(await well(), name);
    case "cents":
      return timesHundred(await well(), name);
    case "charset":
      return mislabelled(await well());
    case "accepted":
      return nth <= number ? bare(202, HTML) : well();
    case "cookie":
      return call.headers.cookie?.includes(PASSED)
        ? well()
        : bare(307, { location: call.url.href, "set-cookie": `${PASSED}; path=/` });
    case "400":
      return nth <= number ? { status: 400, headers: JSON_TYPE, body: UNKNOWN_FIELD } : well();
    case "offset":
      return standIn.answer(firstPage(call));
    case "apex":
      return call.url.hostname.startsWith("www.") ? well() : bare(301, { location: wwwOf(call.url) });
    case "robots":
      return call.url.pathname === "/robots.txt" ? robotsTxt(number) : well();
    default:
      return well();
  }
}

const bare = (status: number, headers: Record<string, string> = {}): StandInReply => ({ status, headers, body: "" });

const HTML = { "content-type": "text/html; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json" };
const UNKNOWN_FIELD = '{"errors":[{"message":"Cannot query field on type."}]}';

/** The fields that hold page numbers, in addresses and in bodies. */
const PAGE_FIELDS = /("(page|offset|skip)"\s*:\s*)\d+/g;

function firstPage({ body, ...call }: StandInCall): StandInCall {
  const url = new URL(call.url);
  for (const name of ["page", "offset", "skip", "p"]) url.searchParams.delete(name);
  return { ...call, url, body: body.replaceAll(PAGE_FIELDS, (_, field, name) => `${field}${name === "page" ? 1 : 0}`) };
}

const wwwOf = (url: URL): string => url.href.replace("//", "//www.");

function robotsTxt(status: number): StandInReply {
  if (status === 0)
    return { status: 200, headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /\n" };
  return { status, headers: HTML, body: "<!doctype html><title>Just a moment</title><p>Checking your browser.</p>" };
}

const PASSED = "stand_in_passed=1";

/** The page that common bot walls show every visitor first: a script sets a cookie and reloads the page. */
const interstitial = (ms: number): StandInReply => ({
  status: 403,
  headers: HTML,
  body: `<!doctype html><title>Just a moment</title><p>Checking your browser.</p><script>setTimeout(() => { document.cookie = "${PASSED}; path=/"; location.reload(); }, ${ms});</script>`,
});

const textOf = ({ body }: StandInReply): string =>
  typeof body === "string" ? body : Buffer.from(body).toString("utf8");

const escaped = (name: string): string => name.replace(/[^\w-]/g, "\\$&");

function renamed(reply: StandInReply, name: string): StandInReply {
  const text = textOf(reply);
  const exact = new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, "g");
  return { ...reply, body: text.replace(exact, () => `${name}V2`) };
}

function timesHundred(reply: StandInReply, name: string): StandInReply {
  const member = new RegExp(`("${escaped(name)}"\\s*:\\s*"?)(\\d+(?:\\.\\d+)?)`, "g");
  const times = (number: string) => String(Math.round(Number(number) * 1e4) / 100);
  return { ...reply, body: textOf(reply).replace(member, (_, start: string, number: string) => start + times(number)) };
}

function mislabelled(reply: StandInReply): StandInReply {
  const [type] = (reply.headers?.["content-type"] ?? "text/html").split(";");
  return { ...reply, headers: { ...reply.headers, "content-type": `${type}; charset=koi8-r` } };
}
