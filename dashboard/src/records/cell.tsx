import { Anchor } from "@mantine/core";
import { useState } from "react";
import { formatNumber } from "../format.ts";
import { IconPhotoOff } from "../icons.tsx";
import { isEmpty, isLink, textOf } from "./values.ts";

/** One value of a record: a picture, a link, a number to the right, or text. */
export function Cell({ value, field }: { value: unknown; field: string }) {
  if (isEmpty(value)) return null;
  if (isLink(value)) return /image|logo|picture/.test(field) ? <Picture url={value} /> : <LinkCell url={value} />;
  if (typeof value === "number") return <>{/(^|_)id$|year/.test(field) ? value : formatNumber(value)}</>;
  const text = textOf(value);
  return (
    <div className="cell-text" title={text} dir="auto">
      {text}
    </div>
  );
}

const LinkCell = ({ url }: { url: string }) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm" className="cell-text" display="block">
    {url.replace(/^https?:\/\//, "")}
  </Anchor>
);

function Picture({ url }: { url: string }) {
  const [gone, setGone] = useState(false);
  if (gone) {
    return (
      <span className="no-picture" title={url}>
        <IconPhotoOff size={18} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className="record-picture"
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setGone(true)}
    />
  );
}
