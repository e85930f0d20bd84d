import { drawnThird } from "../../../test/support/drawn.ts";
import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, { draw: drawnThird, pages: { companies: ["/en/uae/jobs/nurse-jobs/"] } });
