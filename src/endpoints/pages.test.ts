import { beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import { pager } from "../store/pager.ts";
import { endpoints } from "./index.ts";

const lists = endpoints.filter(({ answer, path }) => answer.kind === "page" && !path.includes("{"));

describe("the cursor of another list", () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await sharedToyService();
    key = await service.createKey({ points: 10 });
  });

  test.each(lists.map(({ path }) => path))(
    "the cursor of another list is refused by GET %s, which says what to send instead",
    async (path) => {
      const cursor = pager("another", { created_at: "number", id: "text" }).write({ created_at: 1, id: "a" });
      const { statusCode, json } = await service.get(`${path}?cursor=${cursor}`, key);
      expect([statusCode, json().detail]).toEqual([
        422,
        [
          {
            type: "value_error",
            loc: ["query", "cursor"],
            msg: "Value error, is not a cursor of this list. Send the one that came with the last page, or none for the first page",
            input: cursor,
          },
        ],
      ]);
    },
  );
});
