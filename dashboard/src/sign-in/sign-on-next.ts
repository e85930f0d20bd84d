const KEY = "winnow.next";

/** Keeps the page to open after a visit to the provider. It never passes through the provider. */
export const rememberNext = (next: string | undefined): void => sessionStorage.setItem(KEY, next ?? "");

export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(KEY) ?? "";
  sessionStorage.removeItem(KEY);
  return next === "" ? undefined : next;
}
