import { expect, test } from "vitest";
import { faultsOfReader } from "../../../contract/testing/mangled.ts";
import { companyAt } from "../site/catalogue.ts";
import { companyPage } from "../site/company-page.ts";
import { listingPage } from "../site/listing-page.ts";
import operation from "./operation.ts";

test("a page that came out wrong gives records of the schema or an error of the catalogue", () => {
  const origin = "https://board.example";
  const pages = [0, 3, 8, 9].flatMap((index) => [
    companyPage(companyAt(index), "en", origin),
    companyPage(companyAt(index), "ar", origin),
  ]);
  pages.push(listingPage(new URL("/en/uae/jobs/nurse-jobs/", origin), "en"));
  const request = { company: "77", language: "en" };
  const answers = pages.map(({ body }) => String(body));
  expect(faultsOfReader(operation, request, answers, 400)).toEqual([]);
});
