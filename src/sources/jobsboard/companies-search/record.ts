import { defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const CompanyRef = defineRecord("JobsboardCompanyRef", {
  id: filled(required(whole("The site's ID of the company."))),
  name: filled(text("Name of the company.")),
  url: filled(text("URL of the profile: a value for `company` of the profile operation.")),
  industry: text("Industry, as the card shows it."),
  location: text("Country or city, as the card shows it."),
});

export const companyRef = recordMaker(CompanyRef);
