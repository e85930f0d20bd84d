/**
 * The signs of walls: facts about the responses of challenge services, and where each can be looked up. A sign is `sure` if
 * only a wall has it. Sensors, widgets and cookies are `weak`: protected sites have them on good pages too, so they count
 * only on a page that no reader understood and that shows little else. Tokens are the services' own wire format.
 *
 * They are searched for on the event loop, in text that a site chose: what a pattern may repeat stops at the next tag or has
 * a bound, so that no text takes longer than its length says.
 */
export interface WallSign {
  /** A header's value, a cookie's name, the text of a page, or that of data. */
  at: "header" | "cookie" | "page" | "data";
  /** The name of the header. */
  name?: string;
  is: RegExp;
  sure: boolean;
  /** A public repository and file, or a page of documentation. */
  seen: string;
}

const CRAWL4AI = "github.com/unclecode/crawl4ai crawl4ai/antibot_detector.py";
const FLARESOLVERR = "github.com/FlareSolverr/FlareSolverr src/flaresolverr_service.py";
const IS_ANTIBOT = "github.com/microlinkhq/is-antibot src/providers.json";
const WAFW00F = "github.com/EnableSecurity/wafw00f wafw00f/plugins";
const CHALLENGE_HEADER =
  "developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response";
const WAF_ACTION = "docs.aws.amazon.com WAF developer guide: CAPTCHA and Challenge actions";
const WIDGETS = "the widget pages of the services' own documentation (data-sitekey)";
const SAVED = "a saved page in captures/";

const sure = (at: WallSign["at"], is: RegExp, seen: string): WallSign => ({ at, is, sure: true, seen });
const weak = (at: WallSign["at"], is: RegExp, seen: string): WallSign => ({ at, is, sure: false, seen });
const header = (name: string, sign: WallSign): WallSign => ({ ...sign, name });

export const wallSigns: readonly WallSign[] = [
  // A service says what it did with the request.
  header("cf-mitigated", sure("header", /^challenge$/i, CHALLENGE_HEADER)),
  header("x-vercel-mitigated", sure("header", /^(challenge|deny)$/i, IS_ANTIBOT)),
  header("x-amzn-waf-action", sure("header", /^(challenge|captcha)$/i, WAF_ACTION)),
  header("x-dd-b", weak("header", /^[12]$/i, IS_ANTIBOT)),
  header("x-sucuri-block", weak("header", /./, `${WAFW00F}/sucuri.py`)),
  header("x-kpsdk-ct", weak("header", /./, "github.com/nixbro/Kasada-solver README.md")),
  header("server", weak("header", /^ddos-guard$/i, `${WAFW00F}/ddosguard.py`)),

  // Elements, objects and frames that only a wall has.
  sure("page", /\/cdn-cgi\/challenge-platform\/[^"'\s]{0,200}orchestrate\//, CRAWL4AI),
  sure("page", /\bid=["']?(cf-error-details|cf-please-wait|cf-challenge-running|challenge-form)\b/, FLARESOLVERR),
  sure("page", /class=["']?cf-error-code\b/, CRAWL4AI),
  sure("page", /\bid=["']?sec-(if|bc|cpt)-[\w-]+|\/_sec\/cp_challenge\//, SAVED),
  sure("page", /errors(\.|&#46;)edgesuite(\.|&#46;)net/, CRAWL4AI),
  sure("page", /<iframe[^<>]+_Incapsula_Resource/i, "github.com/apify/crawlee packages/utils/src/internals/blocked.ts"),
  sure("page", /Incapsula incident ID/i, CRAWL4AI),
  sure("page", /<(script|iframe)[^<>]+captcha-delivery\.com/i, CRAWL4AI),
  sure("page", /\bid=["']?px-captcha\b|captcha\.px-cdn\.net/, CRAWL4AI),
  sure("page", /window\.gokuProps\b|awsWafCookieDomainList/, SAVED),
  sure("page", /\bid=["']?anubis_challenge\b/, `${WAFW00F}/anubis.py`),
  sure("page", /\/\.well-known\/ddos-guard\/|check\.ddos-guard\.net/, `${WAFW00F}/ddosguard.py`),
  sure("page", /\bclass=["']?(CheckboxCaptcha|AdvancedCaptcha)\b/, "public scrapers of the service's own site"),
  sure("page", /\bvar arg1\s*=\s*["'][0-9A-F]{40}/i, "public scrapers, by acw_sc__v2"),
  sure("page", /<punish-component\b|\/_____tmd_____\/|x5secdata/, IS_ANTIBOT),
  sure("page", /window\["bobcmn"\]/, "public scrapers, by TSPD_101"),
  sure("page", /sucuri_cloudproxy_js|Sucuri WebSite Firewall/i, CRAWL4AI),
  sure("page", /\bgeo\.captcha-delivery\.com\/(captcha|interstitial)/, CRAWL4AI),
  sure("page", /<form[^<>]{1,1000}action=["']?[^"'\s<>]{0,500}(captcha|cdn-cgi\/l\/chk_)/i, FLARESOLVERR),

  // Sensors and widgets: good pages of a protected site load them as well.
  weak("page", /_Incapsula_Resource/, CRAWL4AI),
  weak("page", /\bonProtectionInitialized\b/, "public scrapers, by reese84"),
  weak("page", /window\._px(AppId|Uuid)\s*=/, IS_ANTIBOT),
  weak("page", /\bwindow\.KPSDK\s*=|\/ips\.js\?[^"']{0,500}x-kpsdk/, CRAWL4AI),
  weak("page", /\/__qrator\//, SAVED),
  weak("page", /\.awswaf\.com\//, IS_ANTIBOT),
  weak("page", /\/\.well-known\/sbsd\//, SAVED),
  weak("page", /\bclass=["'][^"']*\b(g-recaptcha|h-captcha|cf-turnstile|frc-captcha|smart-captcha)\b/, WIDGETS),
  weak("page", /\bdata-(sitekey|hcaptcha-sitekey|turnstile-sitekey|pkey|captcha-id)=/, WIDGETS),
  weak("page", /new TencentCaptcha\(|\binitGeetest4?\(|\barkoselabs\.com\/|smartcaptcha\.yandexcloud\.net/, IS_ANTIBOT),
  weak("page", /\b(grecaptcha|hcaptcha|turnstile)\.(render|execute)\(/, IS_ANTIBOT),
  weak("page", /<(?!script)\w[^<>]{1,1000}\b(id|class|name|action)=["']?[^"'\s<>]{0,500}captcha/i, CRAWL4AI),
  weak("page", /\/awsc\.js\b|\/\.safeline\//, "public scrapers, by punish-component; the gate's own source"),
  weak("page", /\bdocument\.cookie\s*=[\s\S]{0,600}\blocation\b/, "public scrapers, by slowAES"),
  weak("page", /<meta[^<>]+http-equiv=["']?refresh\b/i, "developer.mozilla.org: meta http-equiv"),
  weak("cookie", /^(datadome|_px\w*|visid_incap_|incap_ses_|reese84|aws-waf-token|rbzid)/, IS_ANTIBOT),
  weak("cookie", /^(__ddg|TSPD_|qrator_js|acw_sc__|x5sec|spravka|[\w.]*-anubis-auth)/, WAFW00F),
  weak("cookie", /^(afd|appgw)_azwaf_jsclearance/, "learn.microsoft.com: WAF JavaScript challenge"),

  // The same services answer scripts with data.
  sure("data", /"url"\s*:\s*"https:\\?\/\\?\/geo\.captcha-delivery\.com/, CRAWL4AI),
  sure("data", /"blockScript"\s*:/, "docs.humansecurity.com: advanced blocking response"),
  sure("data", /_____tmd_____|x5secdata/, IS_ANTIBOT),
];
