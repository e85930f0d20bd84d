import { drawnThird } from "../../../test/support/drawn.ts";
import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, {
  draw: drawnThird,
  pages: { "products/search": [`/search/?${new URLSearchParams({ text: "чайник", filled: "1" })}`] },
});
