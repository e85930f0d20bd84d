import { defineRequest, textField, timeoutField } from "../../../contract/fields.ts";

export const Profiles = defineRequest("TemplateProfiles", {
  item: textField({ description: "ID, or URL of its page.", examples: ["1001"] }),
  timeout: timeoutField,
});
