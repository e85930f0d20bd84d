/** The keys of a table, in its order. An enum of the request is thus written once, where its values have their codes. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as Array<keyof T & string>;
