import type { ReactNode } from "react";

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
      "(?<number>\\b\\d+(?:\\.\\d+)?\\b)",
      `(?<word>\\b(?:${words[language]})\\b|\\s-[A-Za-z]\\b)`,
    ].join("|"),
    "gm",
  );
}

/** The code with coloured tokens. Its text is unchanged. */
export function highlighted(code: string, language: Language): ReactNode {
  if (language === "plain") return code;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of code.matchAll(pattern(language))) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["word"];
    if (match.index > from) parts.push(code.slice(from, match.index));
    parts.push(
      <span key={match.index} className={`code-${kind}`}>
        {match[0]}
      </span>,
    );
    from = match.index + match[0].length;
  }
  parts.push(code.slice(from));
  return parts;
}
