import { defineRequest, fedBy, MAX_ADDRESS, oneOf, textField, timeoutField } from "../../source-kit/request.ts";
import {
  type Answer,
  AskAgain,
  asking,
  Blocked,
  defineEcho,
  didYouMean,
  flat,
  isSameHost,
  lookUpWith,
  NoSuchThing,
  operation,
  type Page,
  type Site,
  type Stated,
  suggestedNear,
} from "../../source-kit/source.ts";
import {
  type Identifier,
  LOOKUP,
  languages,
  NOBODY,
  origins,
  type ProfileForm,
  parseProfile,
  profilePage,
  profilePath,
  readIdentifier,
} from "./address.ts";
import { ALL_COUNTRIES, listPage, readList } from "./companies-search.ts";
import { Company, type CompanyRecord, readPage } from "./company-page.ts";

const MAX_REDIRECTS = 3;

const profileEcho = defineEcho({
  company: {
    says: "company",
    same: (stated: number, asked: number) => stated === asked,
    sometimes: "An old page may not name its own address.",
  },
  language: "A page in the other language is 412: the company has none in this one.",
});

export default operation({
  path: "/api/jobsboard/companies",
  summary: "Company profile by ID or URL",
  description:
    "Company profile of a job board by company ID or profile URL, in English or Arabic: industry, size, followers, " +
    "website, location, logo, About text, social profiles and recent jobs.",
  price: flat(5),
  request: defineRequest("JobsboardCompanies", {
    company: fedBy(
      { operation: LOOKUP, field: "url", label: ["name", "location"], along: ["language"] },
      textField({
        description: "Company ID, or URL of its profile.",
        minLength: 1,
        maxLength: MAX_ADDRESS,
        pattern:
          "^(([A-Za-z0-9-]+-)?[0-9]+|(https?://)?[A-Za-z0-9.-]+(:[0-9]+)?/((en|ar)/)?company/([A-Za-z0-9-]+-)?[0-9]+(/jobs)?/?)$",
        examples: ["2137034"],
      }),
    ),
    timeout: timeoutField,
    language: oneOf(languages, { description: "Language of the page.", default: "en" }),
  }),
  record: Company,
  echo: profileEcho,
  examples: [{ company: "2137034" }, { company: `${origins.site}/en/company/ali-holding-2137034/`, language: "ar" }],
  unavailableWhen: "the ID is well formed but no such company exists",

  check({ company }) {
    readIdentifier(company);
  },

  async *run({ company, language }, site) {
    const requested = readIdentifier(company, [new URL(site.origin).host, new URL(origins.site).host]);
    if (requested.id === NOBODY) throw new NoSuchThing(`No company has this ID. ${lookUpWith(LOOKUP)}`);
    if (requested.form)
      yield await profile(requested, requested.form, language, site).catch(orNeighbours(requested, language, site));
    else yield await eitherForm(requested, language, site);
  },

  read: (answer, { company, language }, { origin }) => readPage(answer, readIdentifier(company), language, origin).page,
});

/** A bare number does not reveal which of the two forms its page has, nor the name that its address may need. */
async function eitherForm(requested: Identifier, language: string, site: Site): Promise<CompanyPage> {
  for (const form of ["plain", "grouped"] as const) {
    try {
      return await profile(requested, form, language, site);
    } catch (error) {
      if (!(error instanceof NoSuchThing)) throw error;
    }
  }
  throw new NoSuchThing(
    `The source has no company under the number ${requested.id} alone. Give the profile's URL: ` +
      `look it up by name with POST ${LOOKUP}.`,
  );
}

/** Suggests the companies that the site lists under the name of one that does not exist. */
const orNeighbours = (requested: Identifier, language: string, site: Site) => async (error: unknown) => {
  if (!(error instanceof NoSuchThing) || typeof error.detail !== "string") throw error;
  const name = decodeURIComponent(requested.slug ?? "").replaceAll("-", " ");
  const list = (query: string) =>
    site.read(listPage({ country: ALL_COUNTRIES, language, query }, 1), (answer) => readList(answer, null, site));
  const near = name === "" ? [] : await suggestedNear(name, async (words) => (await list(words)).records, [99, 3, 1]);
  const known = near.map(({ url, id, name: label }) => ({ value: url ?? String(id), label }));
  throw new NoSuchThing(`${error.detail} ${didYouMean(name, known, LOOKUP)}`);
};

async function profile(requested: Identifier, form: ProfileForm, language: string, site: Site): Promise<CompanyPage> {
  let wanted = requested;
  let path = profilePath(requested, form, language);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const request = { ...profilePage(path), asks: asking(profileEcho, { company: wanted.id }) };
    const outcome = await site.read(request, (answer) => readProfile(answer, wanted, language, site));
    if ("page" in outcome) return outcome.page;
    wanted = outcome.moved;
    path = profilePath(outcome.moved, outcome.moved.form ?? form, outcome.moved.language);
  }
  throw new Blocked(`more than ${MAX_REDIRECTS} redirects`);
}

type CompanyPage = Page<CompanyRecord>;
type Outcome = { moved: Identifier & { language: string } } | { page: CompanyPage };

function readProfile(answer: Answer, requested: Identifier, language: string, site: Site): Outcome {
  if (answer.status >= 300 && answer.status < 400) return { moved: movedTo(answer, requested, site) };
  const read = readPage(answer, requested, language, site.origin);
  if (read.language && read.language !== language) {
    const missing = new NoSuchThing("The source has no page of this company in this language.");
    throw new AskAgain(`a page in ${read.language} instead of ${language}`, missing);
  }
  return { page: read.page.saying({ echo: { company: read.id } satisfies Stated<typeof profileEcho> }) };
}

const noSuchCompany = () => new NoSuchThing("The source has no such company.");

/** Only the path of a redirect counts, and only if it leads to the same company: anywhere else means that there is none. */
function movedTo(answer: Answer, requested: Identifier, site: Site): Identifier & { language: string } {
  const to = new URL(answer.headers.location ?? "/", answer.url);
  if (!isSameHost(to.host, new URL(site.origin).host)) throw new Blocked(`sent to ${to.origin}`);
  const moved = parseProfile(to.pathname);
  // One company can have two addresses, with different numbers and the same name.
  const isSame = moved?.id === requested.id || (requested.slug !== null && moved?.slug === requested.slug);
  if (!moved || !isSame) throw noSuchCompany();
  return moved;
}
