/** An operator's contact as an address that a reader can open: a setting may name a mail address without `mailto:`. */
export const contactAddress = (contact: string): string =>
  /^[^\s@/:]+@[^\s@/]+$/.test(contact) ? `mailto:${contact}` : contact;
