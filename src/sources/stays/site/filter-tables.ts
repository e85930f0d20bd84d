import { type Facility, inList } from "./facilities.ts";

/** The stand-in's own short lists, as its pages label them: nothing here comes from the reader. */
export const shortLists: Record<string, { title: string; options: Facility[] }> = {
  ht_id: {
    title: "Property Type",
    options: inList(`
201 Apartments
202 Guest accommodations
203 Hostels
204 Hotels
205 Motels
206 Resorts
208 Bed and Breakfasts
209 Ryokans
210 Farm Stays
212 Resort Villages
213 Villas
214 Campgrounds
215 Boats
216 Guest Houses
219 Condo Hotels
220 Vacation Homes
221 Lodges
222 Homestays
223 Country Houses
224 Luxury Tents
225 Capsule Hotels
226 Love Hotels
227 Riads
228 Chalets
231 Economy Hotels
234 Cruises
235 Student Accommodations
`),
  },
  class: { title: "Property rating", options: inList("1 1 star\n2 2 stars\n3 3 stars\n4 4 stars\n5 5 stars") },
  review_score: {
    title: "Review score",
    options: inList("90 Wonderful: 9+\n80 Very Good: 8+\n70 Good: 7+\n60 Pleasant: 6+"),
  },
  mealplan: {
    title: "Meals",
    options: inList(`
1 Breakfast included
3 All meals included
4 All-inclusive
8 Breakfast & lunch included
9 Breakfast & dinner included
999 Kitchen facilities
`),
  },
  tdb: { title: "Bed Preference", options: inList("2 Twin beds\n3 Double bed\n5 Queen bed\n6 King bed") },
  stay_type: { title: "Travel Group", options: inList("1 Pet friendly\n2 Adults only\n4 LGBTQ+ friendly") },
  fc: {
    title: "Reservation Policy",
    // The last code differs from what is published: only this list has the right one.
    options: inList("2 Free cancellation\n5 No prepayment\n14 Book without credit card"),
  },
  pmt: { title: "Online payment", options: inList("101 Accepts online payments\n102 Apple Pay") },
};
