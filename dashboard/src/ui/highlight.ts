export type Language = "plain" | "json" | "shell" | "typescript" | "python" | "go";

const words: Record<Language, string> = {
  plain: "",
  json: "true|false|null",
  shell: "curl|export|npx|claude",
  typescript: "const|await|if|throw|new|import|from|for|of|return|function|async",
  python: "import|try|with|as|except|raise|print|None|True|False|def|return|for|in",
  go: "package|import|func|if|nil|defer|return|var",
};

/** Matches strings, numbers, comments and keywords: enough for snippets, without a library. */
function pattern(language: Language): RegExp {
  const comment = language === "python" || language === "shell" ? "#[^\\n]*" : "//[^\\n\"']*$";
  return new RegExp(
    [
      `(?<key>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))`,
      `(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`)`,
      `(?<comment>${comment})`,
      "(?<number>-?\\b\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b)",
      `(?<word>\\b(?:${words[language]})\\b|\\s-[A-Za-z]\\b)`,
    ].join("|"),
    "gm",
  );
}

export interface Token {
  kind: string;
  text: string;
}

/** Splits code into tokens to colour. Together they are the code, unchanged. */
export function tokensOf(code: string, language: Language): Token[] {
  if (language === "plain") return [{ kind: "plain", text: code }];
  const tokens: Token[] = [];
  let from = 0;
  const addPlain = (to: number) => to > from && tokens.push({ kind: "plain", text: code.slice(from, to) });
  for (const match of code.matchAll(pattern(language))) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["word"];
    addPlain(match.index);
    tokens.push({ kind, text: match[0] });
    from = match.index + match[0].length;
  }
  addPlain(code.length);
  return tokens;
}
