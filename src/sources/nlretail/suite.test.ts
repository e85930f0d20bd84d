import { drawnThird } from "../../../test/support/drawn.ts";
import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, {
  draw: drawnThird,
  pages: { "products/search": ["/nl/nl/s/?searchtext=koffie", "/nl/nl/s/?_c=xhr&searchtext=koffie"] },
});
