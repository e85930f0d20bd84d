import { sourceSuite } from "../../source-testing/source-suite.ts";
import source from "./source.ts";

sourceSuite(source, { pages: { companies: ["/en/uae/jobs/nurse-jobs/"] } });
