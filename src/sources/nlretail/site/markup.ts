/** Euro as people write it: "1.234,50". */
export const euros = (cents: number): string => {
  const [whole = "", rest] = (cents / 100).toFixed(2).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${rest}`;
};

export const stars = (rating: number): string => rating.toFixed(1).replace(".", ",");

const CHECK =
  "M20.7 5.3a1 1 0 0 1 0 1.4l-11 11a1 1 0 0 1-1.4 0l-5-5a1 1 0 1 1 1.4-1.4L9 15.6 19.3 5.3a1 1 0 0 1 1.4 0Z";

export const icon = (name: string): string =>
  `<svg aria-hidden="true" class="svg-inline--bi bi-${name}" data-test="icon-${name}" focusable="false" viewBox="0 0 24 24"><path clip-rule="evenodd" d="${CHECK}" fill="currentColor" fill-rule="evenodd"></path></svg>`;
