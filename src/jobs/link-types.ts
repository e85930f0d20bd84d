import { type Static, Type } from "typebox";
import { choice, integer, moment, orNull, uuid, words } from "../contract/shapes.ts";
import { type FileFormat, fileFormats } from "../files/record-content.ts";
import type { WorkOwner } from "./types.ts";

export const linkKinds = ["job", "batch", "schedule", "request"] as const;
export type LinkKind = (typeof linkKinds)[number];

export const ResultLink = Type.Object(
  {
    id: uuid({ description: "The link's id." }),
    kind: choice(linkKinds, { description: "What it opens." }),
    of_id: uuid({ description: "The id of the job, batch, schedule or request." }),
    format: choice(fileFormats, { description: "The format of its file." }),
    url: words({ description: "Opens without a key, until it expires or is deleted." }),
    created_at: moment({ description: "When it was created." }),
    expires_at: moment({ description: "When it stops working." }),
    reads: integer({ description: "How often it was opened." }),
    last_read_at: orNull(moment({ description: "When it was last opened." })),
  },
  { title: "ResultLink" },
);
export type ResultLink = Static<typeof ResultLink>;

export interface NewLink {
  kind: LinkKind;
  id: string;
  format: FileFormat;
  seconds: number;
  idempotencyKey: string | null;
}

/** The target of a link whose signature and expiry are verified. */
export interface OpenedLink {
  owner: WorkOwner;
  kind: LinkKind;
  id: string;
  format: FileFormat;
}
