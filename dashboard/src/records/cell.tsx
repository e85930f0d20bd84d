import { Anchor } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { memo, useState } from "react";
import { Icon } from "../ui/icons.tsx";
import { cellText } from "./cell-text.ts";
import { type Column, valueAt } from "./columns.ts";
import { isShowable } from "./picture-address.ts";
import { type Item, isEmpty, valueText } from "./values.ts";

/** One value of a record, formatted for its column. */
export const Cell = memo(function Cell({ record, column }: { record: Item; column: Column }) {
  const value = valueAt(record, column.path);
  if (isEmpty(value)) return null;
  switch (column.kind) {
    case "image":
      return <Picture url={String(value)} />;
    case "link":
      return <LinkCell url={String(value)} />;
    case "flag":
      return value === true ? <Icon name="check" aria-label="yes" role="img" /> : <span className="cell-no">no</span>;
    case "list":
      return <ListCell value={value as unknown[]} />;
    default:
      return <TextCell text={cellText(record, column)} />;
  }
});

const TextCell = ({ text }: { text: string }) => (
  <div className="cell-text" title={text.length > 18 ? text : undefined} dir="auto">
    {text}
  </div>
);

function ListCell({ value }: { value: unknown[] }) {
  const text = value.map(valueText).join(", ");
  return (
    <div className="cell-text" title={text} dir="auto">
      {value.length > 1 && <span className="cell-count">{value.length}</span>}
      {text}
    </div>
  );
}

/** A link shown without scheme and host; it opens the full address. */
export const LinkCell = ({ url }: { url: string }) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm" className="cell-text" display="block">
    {url.replace(/^https?:\/\/(www\.)?/, "")}
  </Anchor>
);

/** Loads when it comes into view: `loading="lazy"` begins a thousand pixels before. */
export function Picture({ url, large = false }: { url: string; large?: boolean }) {
  const [gone, setGone] = useState(false);
  const [seen, setSeen] = useState(false);
  const { ref, inViewport } = useInViewport<HTMLImageElement>();
  if (inViewport && !seen) setSeen(true);
  const size = large ? " large" : "";
  if (gone || !isShowable(url)) {
    return (
      <span className={`no-picture${size}`} title={url}>
        <Icon name="photo-off" size={18} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={`record-picture${size}`}
      ref={ref}
      src={seen ? url : undefined}
      alt=""
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}
