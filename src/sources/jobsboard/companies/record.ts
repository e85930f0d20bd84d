import { defineRecord, filled, list, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Social = defineRecord("JobsboardSocial", {
  network: text("Name of the network, in small letters."),
  url: text("URL of the company's profile there."),
});

export const JobRef = defineRecord("JobsboardJobRef", {
  id: text("The site's ID of the job."),
  title: text("Job title."),
  location: text("City and country, as the site writes them."),
  url: text("URL of the job."),
});

export const Company = defineRecord("JobsboardCompany", {
  id: filled(required(whole("The site's ID of the company: the last number of its profile's URL."))),
  url: filled(text("URL of the profile.")),
  name: filled(text("Name of the company.")),
  industry: text("Industry, in the requested language."),
  size: text("Number of employees as a range in words, such as `100-499 Employees`."),
  follower_count: whole("Followers on the job board; rounded if the site shows `12.5K`."),
  website: text("URL of the company's own website."),
  location: text("Country and city, as the site writes them."),
  image: text("URL of the logo."),
  account_id: whole("The site's ID of the employer's account, if the page shows one."),
  description: text("About text."),
  socials: list(Social, "Linked social profiles."),
  recent_jobs: list(JobRef, "Recently posted roles."),
});

export const company = recordMaker(Company);
export const social = recordMaker(Social);
export const jobRef = recordMaker(JobRef);
