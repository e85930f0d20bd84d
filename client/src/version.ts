/** The version of the package. A test compares it with package.json. */
export const version = "1.0.0-rc.1";
