import { defineRecord, filled, list, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Social = defineRecord("JobsboardSocial", { network: text(), url: text() });
export const JobRef = defineRecord("JobsboardJobRef", { id: text(), title: text(), location: text(), url: text() });

export const Company = defineRecord("JobsboardCompany", {
  id: filled(required(whole())),
  url: filled(text()),
  name: filled(text()),
  industry: text(),
  size: text(),
  follower_count: whole(),
  website: text(),
  location: text(),
  image: text({ description: "Logo." }),
  account_id: whole(),
  description: text({ description: "About text." }),
  socials: list(Social, { description: "Linked social profiles." }),
  recent_jobs: list(JobRef, { description: "Recently posted roles." }),
});

export const company = recordMaker(Company);
export const social = recordMaker(Social);
export const jobRef = recordMaker(JobRef);
