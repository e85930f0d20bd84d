import { defineRequest, lookupCountField, oneOf, orNull, textField, timeoutField } from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { ESTATES } from "../estates/lookup.ts";
import { langs } from "../valuations/request.ts";

const MOST_UNITS = 1_000;

export const EstatesUnits = defineRequest("HkpropertyEstatesUnits", {
  estate: fedBy(
    { operation: ESTATES, field: "estate", label: ["name", "district"], along: ["lang"] },
    textField({ description: "The estate's code, or its full name.", minLength: 1, examples: ["2-ESPPPPPPPP"] }),
  ),
  building: orNull(textField({ description: "Name or code of one building. If not given, all buildings." })),
  lang: oneOf(langs, { description: "Language of the names.", default: "hk" }),
  count: lookupCountField(MOST_UNITS),
  timeout: timeoutField,
});
