/** The query parameters of every data operation. Any other name is refused; OpenAPI lists these. */
export const operationQuery = {
  dry_run: {
    type: "boolean",
    description:
      "`true` checks everything and returns `max_cost`, `points` and `windows` without running the request. Free.",
  },
  fields: {
    type: "string",
    description: "Returns only these fields, such as `id,name,price.amount`. An unknown field is 422.",
  },
  provenance: {
    type: "boolean",
    description:
      "`true` adds `_provenance` to each record: for each value the page (number, address, time), the place on it and the text there. Free. The header `x-provenance: true` means the same.",
  },
} as const;
