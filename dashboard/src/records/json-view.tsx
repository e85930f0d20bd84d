import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { CopyIcon, Tokens } from "../ui/code-block.tsx";
import { formatNumber, plural } from "../ui/format.ts";
import { IconChevronDown, IconChevronUp, IconSearch } from "../ui/icons.tsx";
import { jsonLines, visibleLines } from "./json-lines.ts";

const LINE_PX = 21;

/** Records as JSON that can be folded and searched. Only visible lines are rendered. */
export function JsonView({ value }: { value: unknown }) {
  const lines = useMemo(() => jsonLines(value), [value]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState("");
  const [sought] = useDebouncedValue(search.trim().toLowerCase(), 150);
  const [at, setAt] = useState(0);
  const visible = useMemo(() => visibleLines(lines, folded), [lines, folded]);
  const hits = useMemo(
    () =>
      sought === ""
        ? []
        : visible.flatMap((line, row) => (lines[line]!.text.toLowerCase().includes(sought) ? [row] : [])),
    [lines, visible, sought],
  );
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: visible.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  const go = (step: number) => {
    if (hits.length === 0) return;
    const next = (at + step + hits.length) % hits.length;
    setAt(next);
    rows.scrollToIndex(hits[next]!, { align: "center" });
  };
  const toggle = (line: number) => {
    const next = new Set(folded);
    if (!next.delete(line)) next.add(line);
    setFolded(next);
  };
  const records = () =>
    new Set(lines.flatMap(({ depth, closesAt }, line) => (depth === 1 && closesAt !== null ? [line] : [])));
  return (
    <>
      <Group gap="xs" mb="xs">
        <TextInput
          size="xs"
          aria-label="Search JSON"
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
          }}
          style={{ flex: "1 1 160px" }}
        />
        <span role="status" style={{ fontSize: 12 }}>
          {sought !== "" &&
            (hits.length === 0 ? "No match" : `${formatNumber(at + 1)} of ${plural(hits.length, "match", "matches")}`)}
        </span>
        <ActionIcon variant="default" aria-label="Previous match" disabled={hits.length === 0} onClick={() => go(-1)}>
          <IconChevronUp size={14} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Next match" disabled={hits.length === 0} onClick={() => go(1)}>
          <IconChevronDown size={14} />
        </ActionIcon>
        <Button size="xs" variant="default" onClick={() => setFolded(folded.size > 0 ? new Set() : records())}>
          {folded.size > 0 ? "Unfold all" : "Fold records"}
        </Button>
        <CopyIcon value={JSON.stringify(value, null, 2)} label="Copy JSON" />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={frame} className="code-block json-view" tabIndex={0} aria-label="Records as JSON">
        <div style={{ height: rows.getTotalSize(), position: "relative", minWidth: "max-content" }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const line = visible[index]!;
            const { text, depth, closesAt } = lines[line]!;
            const isFolded = folded.has(line);
            return (
              <div
                key={line}
                className={index === hits[at] ? "json-line json-hit" : "json-line"}
                style={{ transform: `translateY(${start}px)`, paddingLeft: 28 + depth * 16 }}
              >
                {closesAt !== null && (
                  <button
                    type="button"
                    className="json-fold"
                    aria-expanded={!isFolded}
                    aria-label={isFolded ? "Unfold" : "Fold"}
                    style={{ left: 8 + depth * 16 }}
                    onClick={() => toggle(line)}
                  >
                    {isFolded ? "▸" : "▾"}
                  </button>
                )}
                <Tokens code={text} language="json" />
                {isFolded && closesAt !== null && <span> … {lines[closesAt]!.text}</span>}
              </div>
            );
          })}
        </div>
      </section>
    </>
  );
}
