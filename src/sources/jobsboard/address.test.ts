import { describe, expect, test } from "vitest";
import { NOBODY, parseProfile, readIdentifier } from "./address.ts";

const HOST = "board.example";
const read = (company: string) => readIdentifier(company, [HOST]);
const arabic = encodeURIComponent("مؤسسة-النجم-الأخضر");

test("a number is an ID of either form", () => {
  expect(read("2137034")).toEqual({ id: 2137034, slug: null, form: null });
  expect(read(" 2137034 ")).toEqual({ id: 2137034, slug: null, form: null });
});

test.each(["9999999999999", String(Number.MAX_SAFE_INTEGER)])("%s is an ID, however unlikely", (digits) => {
  expect(read(digits).id).toBe(Number(digits));
  expect(read(`https://${HOST}/en/company/acme-${digits}/`).id).toBe(Number(digits));
});

test.each(["0", "007", String(Number.MAX_SAFE_INTEGER + 1), "9".repeat(20), "9".repeat(400)])(
  "%s is the ID of nobody, and no link of the site leads there",
  (digits) => {
    expect(read(digits).id).toBe(NOBODY);
    expect(read(`https://${HOST}/en/company/acme-${digits}/`).id).toBe(NOBODY);
    expect(parseProfile(`/en/company/acme-${digits}/`)).toBeNull();
  },
);

test.each([
  [`https://${HOST}/en/company/acme-bin-acme-2137034/`, "acme-bin-acme", "plain", 2137034],
  [`https://${HOST}/en/company/acme-bin-acme-2137034`, "acme-bin-acme", "plain", 2137034],
  [`https://www.${HOST}/ar/company/acme-bin-acme-2137034/?ref=1#top`, "acme-bin-acme", "plain", 2137034],
  [`http://${HOST}/fr/company/area-51-2137034/`, "area-51", "plain", 2137034],
  [`https://${HOST}/en/company/globex-0-2115001/`, "globex", "grouped", 2115001],
  [`https://${HOST}/ar/company/globex-0-2115001?x=/company/y-1/`, "globex", "grouped", 2115001],
  [`https://${HOST}/en/company/${arabic}-2298001/`, arabic, "plain", 2298001],
  [`https://${HOST}/en/company/${decodeURIComponent(arabic)}-2298001/`, arabic, "plain", 2298001],
  [`https://${HOST}/en/company/acme-2137034/jobs/`, "acme", "plain", 2137034],
  [`${HOST}/en/company/acme-2137034/`, "acme", "plain", 2137034],
  [`${HOST}/company/acme-2137034`, "acme", "plain", 2137034],
  ["globex-0-2115001", "globex", "grouped", 2115001],
  ["http://127.0.0.1:8080/stand-ins/jobsboard/en/company/acme-2137034/", "acme", "plain", 2137034],
  [`https://${HOST}/en/company/2137034/`, null, "plain", 2137034],
])("%s has its number, slug and form", (url, slug, form, id) => {
  expect(read(url)).toMatchObject({ id, slug, form });
});

describe("anything else is a 400 that names the field", () => {
  test.each([
    "+7",
    "-7",
    "7.0",
    "1e6",
    "٢١٣٧٠٣٤",
    "acme-bin-acme",
    "/en/company/a-1/",
    `ftp://${HOST}/en/company/a-1/`,
    `https://user:pass@${HOST}/en/company/a-1/`,
    `https://${HOST}/en/company/a/`,
    `https://${HOST}/en/uae/jobs/nurse-5457001/`,
    `https://${HOST}/en/company/..%2f..%2fadmin-1/`,
    "https://",
    "javascript:alert(1)",
  ])("%s", (company) => {
    expect(() => read(company)).toThrow(
      expect.objectContaining({ status: 400, detail: expect.stringMatching(/^company /) }),
    );
  });

  test.each([
    "https://other.example/en/company/a-1/",
    `https://${HOST}.evil.example/en/company/a-1/`,
    `https://${HOST}:81/en/company/a-1/`,
  ])("another host: %s", (company) => {
    expect(() => read(company)).toThrow(
      expect.objectContaining({ status: 400, detail: expect.stringContaining("another site") }),
    );
    expect(() => readIdentifier(company)).not.toThrow();
  });
});

test("the error explains what to send instead", () => {
  expect(() => read("acme")).toThrow(
    expect.objectContaining({
      detail:
        "company is neither a company ID (digits) nor the URL of a company's profile. POST /api/jobsboard/companies/search finds companies by name.",
    }),
  );
});
