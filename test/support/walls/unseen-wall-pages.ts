import type { WallPage } from "./wall-pages.ts";

/**
 * 30 more walls, written after the published structure of the services by somebody who had not seen the table of signs: all
 * have status 200, and some are in a language that the table of phrases does not have. Do not change the table to fit them
 * one by one.
 */
const page = (lang: string, title: string, head: string, body: string) =>
  `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const unseenWallPages: WallPage[] = [
  {
    language: "en",
    name: "cloudflare managed",
    body: page(
      "en",
      "Just a moment...",
      '<meta http-equiv="refresh" content="360">',
      '<div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div><script>(function(){window._cf_chl_opt={cvId:"3",cZone:"shop.example",cType:"managed",cRay:"8f0"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=8f0";document.head.appendChild(a)})();</script>',
    ),
  },
  {
    language: "nl",
    name: "cloudflare managed",
    body: page(
      "nl",
      "Een moment geduld…",
      "",
      '<h1>shop.example</h1><p>Even controleren of de verbinding met de website veilig is.</p><script>window._cf_chl_opt={cType:"interactive"}</script><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>',
    ),
  },
  {
    language: "ru",
    name: "cloudflare turnstile page of the site",
    body: page(
      "ru",
      "Один момент…",
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>',
      '<form method="post" action="/verify"><p>Подтвердите, что запрос отправлен человеком.</p><div class="cf-turnstile" data-sitekey="0x4AAA"></div></form>',
    ),
  },
  {
    language: "zh",
    name: "cloudflare block 1020",
    body: page(
      "zh",
      "拒绝访问 | shop.example 使用 Cloudflare 来限制访问",
      "",
      '<div id="cf-wrapper"><div id="cf-error-details" class="cf-error-details-wrapper"><h1>错误 1020</h1><h2>拒绝访问</h2><p>Cloudflare Ray ID: 7f</p></div></div>',
    ),
  },
  {
    language: "en",
    name: "datadome",
    body: "<html><head><title>shop.example</title><style>#cmsg{animation: A 1.5s;}</style></head><body style=\"margin:0\"><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'AHrl','hsh':'99','t':'bv','s':1234,'e':'ab','host':'geo.captcha-delivery.com'}</script><script data-cfasync=\"false\" src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
  },
  {
    language: "fr",
    name: "datadome frame",
    body: page(
      "fr",
      "shop.example",
      "",
      '<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=A&hash=B&cid=C&t=fe" title="Vérification" width="100%" height="100%"></iframe>',
    ),
  },
  {
    language: "ru",
    name: "datadome by cookie and header",
    headers: { "x-datadome": "protected", "x-dd-b": "1" },
    cookies: ["datadome=abc; Max-Age=31536000; Domain=.shop.example"],
    body: page(
      "ru",
      "shop.example",
      "",
      '<p>Включите JavaScript</p><script src="https://ct.captcha-delivery.com/i.js"></script>',
    ),
  },
  {
    language: "en",
    name: "human press and hold",
    body: page(
      "en",
      "Access to this page has been denied",
      '<meta name="description" content="px-captcha">',
      '<div id="px-captcha"></div><script>window._pxAppId="PXabc";window._pxJsClientSrc="/abc/init.js";window._pxHostUrl="/abc/xhr"</script><script src="https://captcha.px-cdn.net/PXabc/captcha.js?a=c"></script>',
    ),
  },
  {
    language: "nl",
    name: "human press and hold",
    body: page(
      "nl",
      "Toegang tot deze pagina is geweigerd",
      "",
      '<div class="px-captcha-container"><h1>Houd de knop ingedrukt</h1><div id="px-captcha-wrapper"></div></div><script>window._pxUuid="x";window._pxVid="y"</script>',
    ),
  },
  {
    language: "ar",
    name: "human press and hold",
    body: page(
      "ar",
      "تم رفض الوصول إلى هذه الصفحة",
      "",
      '<p>اضغط مع الاستمرار لتأكيد أنك إنسان</p><script>window._pxAppId="PX1"</script><script src="https://client.px-cloud.net/PX1/main.min.js"></script>',
    ),
  },
  {
    language: "en",
    name: "imperva incapsula",
    body: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1-2&incident_id=3&edet=12&cinfo=04" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 3-4</iframe></body></html>',
  },
  {
    language: "zh",
    name: "imperva script",
    cookies: ["visid_incap_12=abc; Path=/", "incap_ses_99_12=def; Path=/"],
    body: '<html><head><meta name="robots" content="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script></head><body></body></html>',
  },
  {
    language: "ru",
    name: "imperva reese84",
    body: page(
      "ru",
      "Пожалуйста, подождите",
      "",
      '<div id="interstitial-inprogress"><div id="interstitial-inprogress-box"><h3>Проверяем ваш браузер…</h3></div></div><script>var reeseSkipExpirationCheck=true;function onProtectionInitialized(p){}</script><script src="/abc-def?d=shop.example" async></script><script>window.reeseRetriedAutoload=false</script>',
    ),
  },
  {
    language: "en",
    name: "akamai edge denial",
    body: '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don\'t have permission to access "http&#58;&#47;&#47;www&#46;shop&#46;example&#47;" on this server.<P>\nReference&#32;&#35;18&#46;abc\n<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18&#46;abc</BODY></HTML>',
  },
  {
    language: "en",
    name: "akamai sec-cpt",
    cookies: ["sec_cpt=ABC~1; Path=/"],
    body: '<!DOCTYPE html><html><head><title>&nbsp;</title></head><body><div id="sec-if-cpt-container"><iframe id="sec-cpt-if" class="" provider="crypto" data-duration=5 src="/_sec/cp_challenge/crypto_message-4-3.htm"></iframe></div><script src="/_sec/cp_challenge/sec-4-3.js" defer></script></body></html>',
  },
  {
    language: "nl",
    name: "akamai bm-verify",
    body: '<html lang="nl"><head><title>&nbsp;</title><meta http-equiv="refresh" content="5; URL=\'/zoeken?bm-verify=AAQAAAAJ\'"/></head><body><script>var i=17;var j=i+Number("34"+"21");var xhr=new XMLHttpRequest();xhr.open("POST","/_sec/verify?provider=interstitial",false);xhr.send(JSON.stringify({"bm-verify":"AAQ","pow":j}))</script></body></html>',
  },
  {
    language: "en",
    name: "aws waf challenge",
    headers: { "x-amzn-waf-action": "challenge" },
    body: '<!DOCTYPE html><html lang="en"><head><title></title><script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"A","iv":"B","context":"C"};</script><script src="https://abc.def.eu-west-1.token.awswaf.com/abc/def/challenge.js"></script></head><body><div id="challenge-container"></div><script>AwsWafIntegration.saveReferrer();AwsWafIntegration.checkForceRefresh()</script><noscript><h1>JavaScript is disabled</h1></noscript></body></html>',
  },
  {
    language: "zh",
    name: "aws waf captcha without its header",
    body: page(
      "zh",
      "人机验证",
      '<script>window.gokuProps={"key":"A"}</script><script src="https://x.y.ap-east-1.captcha.awswaf.com/x/y/captcha.js"></script>',
      '<div id="captcha-container"></div>',
    ),
  },
  {
    language: "en",
    name: "kasada",
    headers: { "x-kpsdk-ct": "abc" },
    body: '<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=function(){return 1};KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?KP_UIDz=a"></script></body></html>',
  },
  {
    language: "zh",
    name: "recaptcha form",
    body: page(
      "zh-Hant",
      "請證明您不是機械人",
      '<script src="https://www.google.com/recaptcha/api.js?hl=zh-TW" async defer></script>',
      '<form id="captcha-form" action="/sorry/index" method="post"><div class="g-recaptcha" data-sitekey="6Lf"></div><noscript>我們的系統偵測到您的電腦網路送出的流量有異常情況。</noscript></form>',
    ),
  },
  {
    language: "nl",
    name: "hcaptcha form",
    body: page(
      "nl",
      "Ben je een mens?",
      '<script src="https://js.hcaptcha.com/1/api.js" async defer></script>',
      '<form method="POST" action="?"><div class="h-captcha" data-sitekey="10000000-ffff"></div><button>Doorgaan</button></form>',
    ),
  },
  {
    language: "ar",
    name: "hcaptcha form",
    body: page(
      "ar",
      "التحقق الأمني",
      '<script src="https://hcaptcha.com/1/api.js" async></script>',
      '<form method="POST"><p>أثبت أنك لست روبوتًا</p><div class="h-captcha" data-sitekey="a"></div></form>',
    ),
  },
  {
    language: "ru",
    name: "smartcaptcha",
    body: page(
      "ru",
      "Вы не робот?",
      "",
      '<form method="POST" action="/checkcaptcha?key=1&retpath=2"><div class="CheckboxCaptcha"><div class="CheckboxCaptcha-Anchor"><input type="submit" id="js-button" class="CheckboxCaptcha-Button" aria-label="SmartCaptcha, требуется проверка"></div></div><span>Подтвердите, что запросы отправляли вы, а не робот</span></form>',
    ),
  },
  {
    language: "ru",
    name: "ddos-guard",
    cookies: ["__ddg1_=a; Domain=.shop.example", "__ddg8_=b"],
    headers: { server: "ddos-guard" },
    body: page(
      "ru",
      "DDOS-GUARD",
      '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
      '<h1 data-translate="title">Проверка браузера перед переходом на сайт</h1>',
    ),
  },
  {
    language: "ru",
    name: "own anti-bot page that reloads",
    body: page(
      "ru",
      "Antibot Challenge Page",
      "",
      '<noscript>Пожалуйста, включите JavaScript для продолжения</noscript><div class="loader"></div><script>(function(){fetch("/abt/result",{method:"POST",body:"x"}).then(function(){location.reload()})})()</script>',
    ),
  },
  {
    language: "zh",
    name: "slider of a marketplace",
    body: page(
      "zh",
      "验证码拦截",
      "",
      '<script>window._config_={"action":"captcha","url":"/_____tmd_____/punish?x5secdata=abc&x5step=1"};</script><div id="nocaptcha" class="nc-container"></div><script src="https://g.alicdn.com/sd/ncpc/nc.js"></script>',
    ),
  },
  {
    language: "zh",
    name: "tencent captcha",
    body: page(
      "zh",
      "安全验证",
      '<script src="https://turing.captcha.qcloud.com/TCaptcha.js"></script>',
      '<button id="TencentCaptcha" data-appid="20" data-cbfn="cb">点击完成验证</button>',
    ),
  },
  {
    language: "zh",
    name: "geetest",
    body: page(
      "zh",
      "安全验证",
      '<script src="https://static.geetest.com/v4/gt4.js"></script>',
      '<p>请完成安全验证后继续访问</p><div id="captcha-box"></div>',
    ),
  },
  {
    language: "ar",
    name: "f5 big-ip asm",
    body: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234<br><br><a href="javascript:history.back();">[رجوع]</a></body></html>',
  },
  {
    language: "fr",
    name: "anubis",
    body: page(
      "fr",
      "Vérification que vous n'êtes pas un robot !",
      '<link rel="stylesheet" href="/.within.website/x/xess/xess.min.css"><script id="anubis_version" type="application/json">"v1.20"</script><script id="anubis_challenge" type="application/json">{"rules":{"difficulty":4}}</script>',
      '<h1>Vérification…</h1><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
    ),
  },
];
