import { defineRequest, text, timeoutField } from "../../../contract/fields.ts";

export const Profiles = defineRequest("TemplateProfiles", {
  item: text({ description: "The ID, or the URL of its page.", examples: ["1001"] }),
  timeout: timeoutField,
});
