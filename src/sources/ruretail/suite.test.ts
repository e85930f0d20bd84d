import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, {
  pages: { "products/search": [`/search/?${new URLSearchParams({ text: "чайник", filled: "1" })}`] },
});
