import { decimal, defineRecord, filled, recordMaker, required, text } from "../../../contract/record.ts";

export const ProfilesRecord = defineRecord("TemplateProfilesRecord", {
  id: filled(required(text("The site's own ID."))),
  name: filled(text("Name.")),
  url: filled(text("URL of the page.")),
  price: decimal("Price; say in which currency."),
  description: text("Description, in the site's language."),
  image: text("URL of the picture."),
});

export const profilesRecord = recordMaker(ProfilesRecord);
