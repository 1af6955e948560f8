/** Returns a phone number as a link. Blanks and brackets are only for reading. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[ ()-]/g, "")}`;

/** Returns an e-mail address as a link. Some characters of an account would begin another part of the link. */
export const mailLink = (address: string) => `mailto:${address.replace(/[%?#&/]/g, encodeURIComponent)}`;
