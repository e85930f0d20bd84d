import { defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const CompanyRef = defineRecord("JobsboardCompanyRef", {
  id: filled(required(whole())),
  name: filled(text()),
  url: filled(text({ description: "URL of the profile: a value for `company` of the profile operation." })),
  industry: text(),
  location: text(),
});

export const companyRef = recordMaker(CompanyRef);
