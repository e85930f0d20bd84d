import { decimal, defineRecord, filled, flag, recordMaker, required, text } from "../../../contract/record.ts";

export const ItemsSearchRecord = defineRecord("TemplateItemsSearchRecord", {
  id: filled(required(text("The site's own ID."))),
  name: filled(text("Name.")),
  url: filled(text("URL of the page.")),
  price: decimal("Price; say in which currency."),
  in_stock: flag("Whether it can be bought now."),
});

export const itemsSearchRecord = recordMaker(ItemsSearchRecord);
