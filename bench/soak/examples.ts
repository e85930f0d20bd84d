/** Calls to search operations, small enough to be made a hundred times a second. (The site of nlretail knows one word.) */
export const examples: ReadonlyArray<readonly [path: string, body: object]> = [
  ["/api/nlretail/products/search", { keyword: "koffiezetapparaat", count: 20 }],
  ["/api/bizbureau/businesses/search", { keyword: "plumber", count: 15 }],
  ["/api/ruretail/products/search", { query: "чайник", count: 20 }],
  ["/api/stays/hotels/search", { destination: "Lisbon", count: 25 }],
  ["/api/nlretail/products/search", { keyword: "koffiezetapparaat", count: 5 }],
];
