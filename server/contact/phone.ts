import { isPossiblePhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";
import { withoutBlanks } from "~server/forms/field-rules";

const MAINLAND_CODE = "86";
/** Eleven digits, the first a 1, the second 3 to 9. */
const MAINLAND = /^1[3-9]\d{9}$/;
/** What people put between the digits, beside blanks. */
const BETWEEN = /[().\-\u2010-\u2015\u2212/]+/g;

/**
 * Normalises a telephone number (behaviour 5.32): full-width digits become digits, and separators are removed. So is an
 * area code that was typed in front although it is chosen beside the field. Without `+` or `00` it may be the beginning
 * of the number: it is removed only where the number is valid without it, and invalid with it. And so is what is dialled
 * before a number only in its own country, such as the 0 of most: with the area code nobody could be called.
 */
export function plainPhone(typed: string, areaCode: string | undefined): string {
  const plain = withoutBlanks(typed).replace(BETWEEN, "");
  const digits = areaCode?.replace(/\D/g, "");
  if (!areaCode || !digits) return plain;
  const phone = withoutAreaCode(plain, areaCode, digits);
  if (MAINLAND.test(phone)) return phone;
  const parsed = parsePhoneNumberFromString(`+${digits}${phone}`);
  return parsed?.countryCallingCode === areaCode && parsed.isPossible() ? parsed.nationalNumber : phone;
}

function withoutAreaCode(plain: string, areaCode: string, digits: string): string {
  const international = new RegExp(`^(?:\\+|00)${digits}`);
  if (international.test(plain)) return plain.replace(international, "");
  const isWhole = (phone: string) =>
    MAINLAND.test(phone) || (areaCode !== MAINLAND_CODE && isPossiblePhoneNumber(`+${digits}${phone}`));
  const without = plain.startsWith(digits) ? plain.slice(digits.length) : plain;
  return !isWhole(plain) && isWhole(without) ? without : plain;
}

/**
 * Whether a number is possible (behaviour 5.15): the mainland pattern; for another area code also any number possible
 * there.
 *
 * @param phone as `plainPhone` returns it
 */
export function isPhone(areaCode: string, phone: string): boolean {
  if (MAINLAND.test(phone)) return true;
  if (areaCode === MAINLAND_CODE || !/^\d{3,15}$/.test(phone)) return false;
  const digits = areaCode.replace(/\D/g, "");
  return isPossiblePhoneNumber(`+${digits}${phone}`) || !isKnown(digits);
}

/** Whether the library knows an area code. No number can be checked for one that only the upstream knows. */
function isKnown(digits: string): boolean {
  return Array.from({ length: 12 }, (_, more) => "2".repeat(3 + more)).some((phone) =>
    isPossiblePhoneNumber(`+${digits}${phone}`),
  );
}
