import { defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const CompanyRef = defineRecord("JobsboardCompanyRef", {
  id: filled(required(whole())),
  name: filled(text()),
  url: filled(text({ description: "The profile's address: what `company` of the profiles takes." })),
  industry: text(),
  location: text(),
});

export const companyRef = recordMaker(CompanyRef);
