/** The operations that find an estate, and its units. */
export const ESTATES = "/api/hkproperty/estates/search";
export const UNITS = "/api/hkproperty/estates/units";
