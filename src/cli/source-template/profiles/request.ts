import { defineRequest, textField, timeoutField } from "../../../contract/fields.ts";

export const Profiles = defineRequest("TemplateProfiles", {
  item: textField({ description: "The ID, or the URL of its page.", examples: ["1001"] }),
  timeout: timeoutField,
});
