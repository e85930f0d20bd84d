import { ActionIcon, CopyButton } from "@mantine/core";
import { highlighted, type Language } from "./highlight.tsx";
import { IconCheck, IconCopy } from "./icons.tsx";

interface CodeBlockProps {
  code: string;
  label: string;
  language?: Language;
}

export function CodeBlock({ code, label, language = "plain" }: CodeBlockProps) {
  return (
    <div style={{ position: "relative" }}>
      <section aria-label={label}>
        <pre className="code-block">{highlighted(code, language)}</pre>
      </section>
      <div style={{ position: "absolute", top: 8, right: 8 }}>
        <CopyIcon value={code} label={`Copy ${label}`} dark />
      </div>
    </div>
  );
}

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
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
