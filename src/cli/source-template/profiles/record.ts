import { decimal, defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const ProfilesRecord = defineRecord("TemplateProfilesRecord", {
  id: filled(required(text({ description: "The site's own ID." }))),
  name: filled(text()),
  url: filled(text()),
  price: decimal(),
  description: text(),
  image: text(),
});

export const profilesRecord = recordMaker(ProfilesRecord);
