/** The names of a table, in its order: a closed list of the request is written once, where its values have their codes. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as Array<keyof T & string>;
