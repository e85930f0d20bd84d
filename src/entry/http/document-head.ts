/**
 * What the head of every document contains: the landing page, the app and the reference. `/boot.js` applies the chosen
 * colours, keeps the operator's token, registers the service worker and shows the links of visitors or members.
 */
export const documentHead = (image = "/share.png"): string => `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Winnow" />
    <meta property="og:image" content="${image}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Winnow: one POST in, clean records out" />
    <meta name="twitter:card" content="summary_large_image" />
    <script src="/boot.js"></script>`;
