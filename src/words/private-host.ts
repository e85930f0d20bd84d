/** Names of hosts that only private networks have: single words, and the endings that networks use for themselves. */
export const PRIVATE_HOST =
  /^[^.]+\.?$|\.(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|svc)\.?$/i;
