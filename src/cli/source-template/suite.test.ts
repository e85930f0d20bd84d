import { sourceSuite } from "../../source-kit/testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source);
