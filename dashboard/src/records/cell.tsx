import { Anchor } from "@mantine/core";
import { memo, useState } from "react";
import { formatNumber } from "../ui/format.ts";
import { IconCheck, IconPhotoOff } from "../ui/icons.tsx";
import { type Column, currencyOf, timeOf, valueAt } from "./columns.ts";
import { isMoney, moneyText } from "./money.ts";
import { type Item, isEmpty, isLink, textOf } from "./values.ts";

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
      return value === true ? <IconCheck size={16} aria-label="yes" role="img" /> : <span className="cell-no">no</span>;
    case "list":
      return <ListCell value={value as unknown[]} />;
    default:
      return <TextCell text={cellText(record, column)} />;
  }
});

/** A value as text: numbers with their unit or currency, times as dates. */
export function cellText(record: Item, column: Column): string {
  const value = valueAt(record, column.path);
  if (isEmpty(value)) return "";
  const name = column.path.at(-1)!;
  if (column.kind === "money") {
    const amount = isMoney(value) ? value.amount : value;
    return typeof amount === "number" ? moneyText(amount, currencyOf(value, record, column)) : textOf(value);
  }
  if (column.kind === "time") return timeText(value);
  if (typeof value === "number") {
    const plain = /(^|_)(id|year|code|zip)$|^(lat|long)itude$/.test(name) ? String(value) : formatNumber(value);
    return column.unit ? `${plain} ${column.unit}` : plain;
  }
  return textOf(value);
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function timeText(value: unknown): string {
  const at = timeOf(value);
  if (Number.isNaN(at)) return String(value);
  const hasTime = typeof value === "number" ? at % 86_400_000 !== 0 : /T/.test(String(value));
  return (hasTime ? dayAndTime : day).format(at);
}

const TextCell = ({ text }: { text: string }) => (
  <div className="cell-text" title={text.length > 18 ? text : undefined} dir="auto">
    {text}
  </div>
);

function ListCell({ value }: { value: unknown[] }) {
  const text = value.map(textOf).join(", ");
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

export function Picture({ url, large = false }: { url: string; large?: boolean }) {
  const [gone, setGone] = useState(false);
  const size = large ? " large" : "";
  if (gone || !isLink(url)) {
    return (
      <span className={`no-picture${size}`} title={url}>
        <IconPhotoOff size={18} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={`record-picture${size}`}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}
