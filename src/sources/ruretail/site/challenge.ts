import type { StandInReply } from "../../../contract/stand-in.ts";

/** The wall's page: a puzzle over an `Int8Array` whose solution goes into a cookie, then a reload. Never solved here. */
export function challengePage(host: string): StandInReply {
  const phrase = Array.from({ length: 256 }, (_, index) => ((index * 37) % 255) - 127);
  return {
    status: 429,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<html>
<head>
  <title>Загрузка...</title>
  <script src="/static/js-cookie/js.cookie.min.js"></script>
  <script>
    document.addEventListener("DOMContentLoaded", function () {
      var numbers = new Int8Array([${phrase.join(",")}]);
      var place = document.getElementById("el1").dataset;
      var sum = numbers.reduce(function (all, one) { return all + one; }, 0);
      Cookies.set(place.name, String(sum), { domain: place.domain });
      document.location.reload();
    });
  </script>
</head>
<body>
  <div id="el1" data-name="_pass" data-domain=".${host}"></div>
  <div class="loader">Загрузка...</div>
</body>
</html>`,
  };
}
