/** Replaces Arabic, Persian and full-width digits. Page and server share this function, so that they agree. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`);
