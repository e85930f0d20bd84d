/**
 * Wall pages in six languages, written for these tests after the published structure of challenge services. Only the
 * structure is theirs: addresses, element names, headers and cookies. Every status is 200 unless the service documents
 * another one, because a wall with status 200 is the hardest to recognise.
 */
export interface WallPage {
  name: string;
  language: "en" | "ru" | "nl" | "zh" | "zh-HK" | "zh-CN" | "ar" | "fr";
  status?: number;
  headers?: Record<string, string>;
  /** Names of the cookies that it sets. */
  cookies?: string[];
  body: string;
}

const page = (lang: string, title: string, body: string, head = ""): string =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const wallPages: WallPage[] = [
  {
    name: "managed challenge: options and orchestrating script",
    language: "ru",
    body: page(
      "ru",
      "Один момент…",
      `<div class="main-wrapper"><h1>shop.example</h1><p>Идёт проверка соединения.</p></div>
<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed',cRay:'9a0b'};var s=document.createElement('script');s.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=9a0b';document.head.appendChild(s);})();</script>`,
    ),
  },
  {
    name: "managed challenge: the header alone",
    language: "nl",
    headers: { "cf-mitigated": "challenge" },
    body: page("nl", "Een ogenblik geduld", "<p>We kijken even of alles in orde is.</p>"),
  },
  {
    name: "managed challenge: form with its token",
    language: "zh-HK",
    body: page(
      "zh-HK",
      "請稍候",
      '<form id="challenge-form" action="/list?__cf_chl_f_tk=abc" method="POST"><input type="hidden" name="md" value="x"></form><div id="cf-please-wait">正在檢查</div>',
    ),
  },
  {
    name: "managed challenge: firewall error",
    language: "ar",
    body: page(
      "ar",
      "shop.example",
      '<div id="cf-error-details" class="cf-error-details-wrapper"><h1><span class="cf-error-type">خطأ</span> <span class="cf-error-code">1020</span></h1><p>رُفض هذا الطلب.</p></div>',
    ),
  },
  {
    name: "turnstile in a home-made gate",
    language: "en",
    body: page(
      "en",
      "shop.example",
      '<form method="post" action="/gate"><div class="cf-turnstile" data-sitekey="0x4AAA"></div><button>Go on</button></form>',
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>',
    ),
  },
  {
    name: "edge behavioural challenge: its container",
    language: "en",
    body: page(
      "en",
      "",
      '<script src="/.well-known/sbsd/1a2b?v=77"></script><div id="sec-if-cpt-container" role="main" style="display:none"><div id="sec-bc-text-container"></div></div>',
    ),
  },
  {
    name: "edge behavioural challenge: its proof of work",
    language: "nl",
    body: page(
      "nl",
      "Moment",
      '<div id="sec-cpt-if" class="crypto" provider="crypto" data-duration="5"></div><script src="/_sec/cp_challenge/sec-4-4.js"></script>',
    ),
  },
  {
    name: "edge refusal with its reference",
    language: "zh-CN",
    body: "<HTML><HEAD><TITLE>Error</TITLE></HEAD><BODY><H1>无法打开此页</H1>Reference&#32;&#35;18&#46;4f&#46;17&#46;a1<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;4f&#46;17&#46;a1</P></BODY></HTML>",
  },
  {
    name: "resource frame with an incident number",
    language: "en",
    body: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=5-1-0&incident_id=1-2&edet=12" frameborder=0 width="100%" height="100%"></iframe></body></html>',
  },
  {
    name: "resource script of the same service",
    language: "nl",
    cookies: ["visid_incap_1", "incap_ses_1"],
    body: '<html><head><meta name="robots" content="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=719d&ns=1"></script></head><body></body></html>',
  },
  {
    name: "interruption page with a protection hook",
    language: "en",
    cookies: ["reese84"],
    body: page(
      "en",
      "One second",
      "<p>Something about your browser made us think twice.</p>",
      '<script>window.onProtectionInitialized=function(p){p.token(1000)}</script><script src="/Ab-cd?d=shop.example" defer></script>',
    ),
  },
  {
    name: "captcha delivery: the service's object and script",
    language: "nl",
    headers: { "x-dd-b": "1" },
    cookies: ["datadome"],
    body: "<html lang=nl><head><title>shop.example</title></head><body style=margin:0><p id=cmsg>Zet JavaScript aan en schakel een blokkering uit</p><script data-cfasync=false>var dd={'rt':'c','cid':'AHrlqAA','hsh':'1A2B','t':'fe','s':1,'e':'f0','host':'geo.captcha-delivery.com','cookie':'x'}</script><script data-cfasync=false src=https://ct.captcha-delivery.com/c.js></script></body></html>",
  },
  {
    name: "captcha delivery: a frame",
    language: "ru",
    body: page(
      "ru",
      "shop.example",
      '<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=AHr&hash=1A&t=fe" title="проверка" width="100%" height="100%"></iframe>',
    ),
  },
  {
    name: "captcha delivery: the data form",
    language: "en",
    headers: { "content-type": "application/json" },
    body: '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=AHr&hash=1A&t=fe&s=1"}',
  },
  {
    name: "press-and-hold element",
    language: "en",
    body: page(
      "en",
      "shop.example",
      '<div class="px-captcha-container"><div id="px-captcha" role="main"></div></div><script>window._pxAppId="PX1234";window._pxUuid="u-1";window._pxHostUrl="/1234/xhr";</script><script src="/1234/captcha/captcha.js?a=c&m=0"></script>',
    ),
  },
  {
    name: "press-and-hold data form",
    language: "zh-CN",
    headers: { "content-type": "application/json" },
    body: '{"appId":"PX1234","jsClientSrc":"/1234/init.js","firstPartyEnabled":true,"vid":"","uuid":"u","hostUrl":"/1234/xhr","blockScript":"/1234/captcha/captcha.js?a=c"}',
  },
  {
    name: "cloud firewall: token script",
    language: "ar",
    body: page(
      "ar",
      "",
      '<div id="challenge-container"></div>',
      '<script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"AQ","iv":"Cg","context":"xx"};</script><script src="https://1a2b.3c.eu-west-1.token.awswaf.com/1a2b/challenge.js"></script>',
    ),
  },
  {
    name: "cloud firewall: the header with an empty body",
    language: "en",
    status: 202,
    headers: { "x-amzn-waf-action": "challenge", "content-length": "0" },
    body: "",
  },
  {
    name: "cloud firewall: a captcha with its documented status",
    language: "zh-HK",
    status: 405,
    headers: { "x-amzn-waf-action": "captcha" },
    body: page("zh-HK", "請確認", '<div id="captcha-container"></div>'),
  },
  {
    name: "client interrogation script",
    language: "en",
    headers: { "x-kpsdk-ct": "0a1b" },
    body: "<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance!=='undefined'&&performance.now?performance.now.bind(performance):Date.now.bind(Date);KPSDK.start=KPSDK.now();</script><script src=\"/149e9513-01fa/2d206a39/ips.js?x-kpsdk-im=CiQ\"></script></body></html>",
  },
  {
    name: "traffic scrubber with a script of its own",
    language: "ru",
    cookies: ["qrator_jsr"],
    body: '<!doctype html><html><head><meta charset="utf-8"><script src="/__qrator/qauth_utm_v2_118.js"></script></head><body></body></html>',
  },
  {
    name: "attack guard with its check",
    language: "ru",
    headers: { server: "ddos-guard" },
    cookies: ["__ddg1_", "__ddgid_"],
    body: page(
      "ru",
      "shop.example",
      '<div id="fingerprint"></div><h1>Секунду, смотрим на ваш браузер</h1>',
      '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script><script src="https://check.ddos-guard.net/check.js"></script>',
    ),
  },
  {
    name: "checkbox form that posts to a check",
    language: "ru",
    body: page(
      "ru",
      "Ой!",
      '<form method="POST" action="/checkcaptcha?key=1_2&retpath=x" id="checkbox-captcha-form" class="CheckboxCaptcha-Form"><input type="submit" class="CheckboxCaptcha-Button" value="Нажмите, чтобы продолжить"></form>',
    ),
  },
  {
    name: "cookie computed by an inline script",
    language: "zh-CN",
    cookies: ["acw_tc"],
    body: "<html><script>var arg1='0A1B2C3D4E5F60718293A4B5C6D7E8F901234567';var _0x4818=['csKH'];function setCookie(n,v){document.cookie=n+'='+v;}setCookie('acw_sc__v2',unsbox(arg1));document.location.reload();</script></html>",
  },
  {
    name: "slider page of a marketplace's guard",
    language: "zh-CN",
    body: page(
      "zh-CN",
      "稍等",
      '<punish-component></punish-component><script>window._config_={"action":"captcha","url":"/_____tmd_____/punish?x5secdata=xc1&x5step=1"}</script>',
    ),
  },
  {
    name: "slider of a cloud captcha",
    language: "zh-HK",
    body: page(
      "zh-HK",
      "請稍候",
      '<button id="go">繼續</button><script>new TencentCaptcha("2000123",function(r){location.reload()}).show()</script>',
      '<script src="https://turing.captcha.qcloud.com/TCaptcha.js"></script>',
    ),
  },
  {
    name: "proof of work before an open-source gate",
    language: "en",
    cookies: ["techaro.lol-anubis-auth"],
    body: page(
      "en",
      "shop.example",
      '<img src="/.within.website/x/cmd/anubis/static/img/pensive.webp"><p id="status">One moment</p>',
      '<script id="anubis_challenge" type="application/json">{"rules":{"difficulty":4}}</script>',
    ),
  },
  {
    name: "words alone, with a picture to type",
    language: "nl",
    body: page(
      "nl",
      "Controle",
      '<h1>Even controleren</h1><p>Bevestig dat je geen robot bent en typ de tekens over.</p><form method="post"><img src="/i.png" alt=""><input name="t"></form>',
    ),
  },
  {
    name: "words alone",
    language: "ar",
    body: page("ar", "تنبيه", "<h1>لحظة</h1><p>لاحظنا حركة مرور غير عادية من شبكتك. أكّد أنك لست روبوتًا للمتابعة.</p>"),
  },
  {
    name: "a page that only reloads itself",
    language: "zh-HK",
    body: '<html><head><meta http-equiv="refresh" content="5; url=/verify/step?r=1"><title>請稍候</title></head><body><p>頁面即將自動載入</p></body></html>',
  },
];
