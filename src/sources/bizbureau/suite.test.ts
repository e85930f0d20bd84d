import { drawnThird } from "../../../test/support/drawn.ts";
import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, {
  draw: drawnThird,
  pages: { "businesses/search": ["/search?find_text=cleaning&find_loc=USA&sort=AToZ"] },
});
