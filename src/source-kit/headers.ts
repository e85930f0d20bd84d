/**
 * The headers that say which answer we accept; `extraction/identity.ts` says who asks. All header sets are made here, so
 * that one visit never says two things.
 */
export const wants = {
  page: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  json: { accept: "application/json" },
  anything: { accept: "*/*" },
} as const;

/** By its tag: `nl-NL` also accepts `nl`. */
export const inLanguage = (tag: string): { "accept-language": string } => {
  const [language] = tag.split("-");
  return { "accept-language": language === tag ? tag : `${tag},${language};q=0.9` };
};
