import { decimal, defineRecord, filled, flag, recordMaker, required, text } from "../../../contract/record.ts";

export const ItemsSearchRecord = defineRecord("TemplateItemsSearchRecord", {
  id: filled(required(text({ description: "The site's own ID." }))),
  name: filled(text()),
  url: filled(text()),
  price: decimal(),
  in_stock: flag(),
});

export const itemsSearchRecord = recordMaker(ItemsSearchRecord);
