import { Type } from "typebox";
import { json } from "../contract/endpoint.ts";
import { choice, given, listOf } from "../contract/shapes.ts";
import { fileFormats } from "../files/record-content.ts";
import { Destination } from "../jobs/destinations/destinations.ts";
import { WebhookDelivery } from "../jobs/work-views.ts";
import { group } from "./context.ts";

const defineEndpoint = group("destinations", "destination", { managesDelivery: true, changes: "manage" });
const text = (maxLength: number, description: string) => given({ minLength: 1, maxLength, description });

/** S3-compatible storage to which batches and schedules deliver their records as files. */
export const destinationEndpoints = [
  defineEndpoint("POST /destinations", {
    id: "createDestination",
    recent: true,
    summary: "Add S3-compatible storage for files",
    description:
      "A batch or schedule that names it (`destination`) puts its records there when it ends. A failed upload is retried for 24 hours, as webhooks are; if every attempt fails, the owner gets a mail. `GET /webhooks/deliveries` lists the attempts. The secret key is stored encrypted and never shown. Path placeholders: `{kind}`, `{id}`, `{name}`, `{operation}`, `{date}`, `{time}`, `{run}`, `{format}`.",
    body: Type.Object(
      {
        name: text(200, "What you call it, such as Data lake."),
        endpoint: text(2_048, "Address of the storage, such as https://s3.example.com."),
        region: { ...text(100, "Region that requests are signed for."), default: "us-east-1" },
        bucket: text(100, "An existing bucket."),
        path: {
          ...text(500, "Where files go in the bucket."),
          default: "winnow/{operation}/{date}/{kind}-{id}-{time}.{format}",
        },
        format: choice(fileFormats, { default: "ndjson", description: "Format of the files." }),
        access_key_id: text(200, "The ID of a key that may put objects into the bucket."),
        secret_access_key: text(500, "The secret of that key."),
      },
      { title: "DestinationInput" },
    ),
    answer: json(201, Destination, "The destination."),
    limits: ["destinations"],
    retry: "idempotency-key",
    examples: [
      {
        name: "Lake",
        endpoint: "https://s3.example.com",
        bucket: "lake",
        format: "parquet",
        access_key_id: "KEY",
        secret_access_key: "SECRET",
      },
    ],
    client: { method: "create" },
    handle: ({ caller, body: { secret_access_key, ...body }, idempotencyKey }, { destinations }) =>
      destinations.create(caller.owner, { ...body, secretAccessKey: secret_access_key, idempotencyKey }),
  }),
  defineEndpoint("GET /destinations", {
    id: "destinations",
    summary: "The account's destinations",
    answer: json(200, listOf(Destination), "The destinations."),
    client: { method: "list" },
    handle: ({ caller }, { destinations }) => destinations.list(caller.owner),
  }),
  defineEndpoint("DELETE /destinations/{id}", {
    id: "deleteDestination",
    summary: "Delete a destination; nothing more is uploaded there",
    answer: json(200, Destination, "The destination as it was."),
    client: { method: "remove" },
    handle: ({ caller, params }, { destinations }) => destinations.remove(caller.owner, params.id),
  }),
  defineEndpoint("POST /destinations/{id}/test", {
    id: "testDestination",
    recent: true,
    summary: "Upload a test file",
    description:
      "Puts `winnow-test.txt` beside the destination's files, in one attempt. `GET /webhooks/deliveries` has the storage's answer.",
    answer: json(202, WebhookDelivery, "The upload."),
    limits: ["webhookTestsAMinute"],
    retry: "idempotency-key",
    client: { method: "test" },
    handle: ({ caller, params, idempotencyKey }, { destinations }) =>
      destinations.test(caller.owner, params.id, idempotencyKey),
  }),
];
