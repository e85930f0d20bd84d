import { type Static, Type } from "typebox";
import { choice, moment, uuid, words } from "../../contract/shapes.ts";
import { fileFormats } from "../../files/record-content.ts";

export const Destination = Type.Object(
  {
    id: uuid({ description: "The destination's id." }),
    name: words({ description: "Its name." }),
    endpoint: words({ description: "Address of the storage." }),
    region: words({ description: "The storage's region." }),
    bucket: words({ description: "The bucket." }),
    path: words({ description: "Where files go in the bucket, with placeholders." }),
    format: choice(fileFormats, { description: "The format of the files." }),
    access_key_id: words({ description: "The access key that is used; its secret is never shown." }),
    created_at: moment({ description: "When it was created." }),
  },
  { title: "Destination" },
);
export type Destination = Static<typeof Destination>;

export type NewDestination = Omit<Destination, "id" | "created_at"> & {
  secretAccessKey: string;
  idempotencyKey: string | null;
};
