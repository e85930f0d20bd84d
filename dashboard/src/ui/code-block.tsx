import { ActionIcon, CopyButton } from "@mantine/core";
import { type Language, tokensOf } from "./highlight.ts";
import { Icon } from "./icons.tsx";

interface CodeBlockProps {
  code: string;
  label: string;
  language?: Language;
}

export function CodeBlock({ code, label, language = "plain" }: CodeBlockProps) {
  return (
    <div style={{ position: "relative" }}>
      <section aria-label={label}>
        <pre className="code-block">
          <Tokens code={code} language={language} />
        </pre>
      </section>
      <div className="code-copy">
        <CopyIcon value={code} label={`Copy ${label}`} dark />
      </div>
    </div>
  );
}

/** Code with its tokens coloured. */
export const Tokens = ({ code, language }: { code: string; language: Language }) =>
  tokensOf(code, language).map(({ kind, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <span key={at} className={`code-${kind}`}>
      {text}
    </span>
  ));

export function CopyIcon({ value, label, dark = false }: { value: string; label: string; dark?: boolean }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant={dark ? "filled" : "subtle"}
          color={dark ? "dark.5" : "gray"}
          aria-label={copied ? "Copied" : label}
          title={copied ? "Copied" : label}
          onClick={copy}
        >
          {copied ? <Icon name="check" /> : <Icon name="copy" />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
