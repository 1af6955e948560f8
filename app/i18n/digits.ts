/** Writes the digits of Arabic, Persian and full-width keyboards as 0 to 9. Shared, so that page and server agree. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`);
