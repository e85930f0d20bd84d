/**
 * Headers that state which response we accept; `extraction/identity.ts` states who we are. All header sets are made here,
 * so that the requests of one visit are consistent.
 */
export const wants = {
  page: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  json: { accept: "application/json" },
  anything: { accept: "*/*" },
} as const;

/** For a language tag: `nl-NL` also accepts `nl`. */
export const inLanguage = (tag: string): { "accept-language": string } => {
  const [language] = tag.split("-");
  return { "accept-language": language === tag ? tag : `${tag},${language};q=0.9` };
};
