import { drawnThird } from "../../../test/support/drawn.ts";
import { sourceSuite } from "../../source-testing/source-suite.ts";
import { cities } from "./site/places.ts";
import source from "./source.ts";

// The list of filters as boxes on a page without its data.
const { id } = cities.find(({ name }) => name === "Cardington")!;
const boxes = `/searchresults.html?dest_type=city&dest_id=${id}&lang=en-us&selected_currency=USD&offset=0`;

sourceSuite(source, { draw: drawnThird, pages: { filters: [boxes] } });
