/** JSON on one line, also for `readline`, which ends lines at two characters that JSON may have in its texts. */
export const asLine = (value: object): string =>
  `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}\n`;
