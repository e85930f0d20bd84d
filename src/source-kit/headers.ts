/**
 * What a site is told about the answer that is wanted, besides who asks (`extraction/identity.ts`): the one place where
 * header sets are made, so that one visit never says two things.
 */
export const wants = {
  page: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  json: { accept: "application/json" },
  anything: { accept: "*/*" },
} as const;

/** By its tag: `nl-NL` is also told as `nl`. */
export const inLanguage = (tag: string): { "accept-language": string } => {
  const [language] = tag.split("-");
  return { "accept-language": language === tag ? tag : `${tag},${language};q=0.9` };
};
