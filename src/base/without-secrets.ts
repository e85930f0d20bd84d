/**
 * Our own secrets, wherever they were put by mistake: API keys (`wnw_`) and signing secrets (`whsec_`). The beginning of a
 * key stays, as lists of keys show it.
 */
const SECRET = /(wnw_(?:test_)?[0-9A-Za-z]{6}|whsec_)[0-9A-Za-z+/=_-]{8,}/g;

/** For every line of the log, and for what callers sent before it is stored. */
export const withoutSecrets = (text: string): string => text.replace(SECRET, "$1...");
