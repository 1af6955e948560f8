import { isPossiblePhoneNumber } from "libphonenumber-js";
import { withoutBlanks } from "~server/forms/field-rules";
import { isCallingCode } from "~server/contact/area-codes";

const MAINLAND_CODE = "86";
/** Eleven digits, the first a 1, the second 3 to 9 (behaviour 5.15). */
const MAINLAND = /^1[3-9]\d{9}$/;
/** What people put between the digits, beside blanks. */
const BETWEEN = /[().\-\u2010-\u2015\u2212/]+/g;

/**
 * A telephone number as it was meant (behaviour 5.32): full-width digits are digits, what stands between them goes, and
 * so does an area code that was typed in front although it is chosen beside the field. Without `+` or `00` it may
 * be the beginning of the number: it goes only where the number is one without it, and none with it.
 */
export function plainPhone(typed: string, areaCode: string | undefined): string {
  const plain = withoutBlanks(typed).replace(BETWEEN, "");
  const digits = areaCode?.replace(/\D/g, "");
  if (!areaCode || !digits) return plain;
  const international = new RegExp(`^(?:\\+|00)${digits}`);
  if (international.test(plain)) return plain.replace(international, "");
  const isWhole = (phone: string) =>
    MAINLAND.test(phone) || (areaCode !== MAINLAND_CODE && isPossiblePhoneNumber(`+${digits}${phone}`));
  const without = plain.startsWith(digits) ? plain.slice(digits.length) : plain;
  return !isWhole(plain) && isWhole(without) ? without : plain;
}

/**
 * Whether a number can be one (behaviour 5.15): the mainland pattern; for another area
 * code also any number possible there.
 *
 * @param phone as `plainPhone` gives it
 */
export function isPhone(areaCode: string, phone: string): boolean {
  if (MAINLAND.test(phone)) return true;
  if (areaCode === MAINLAND_CODE || !/^\d{3,15}$/.test(phone)) return false;
  const digits = areaCode.replace(/\D/g, "");
  if (isPossiblePhoneNumber(`+${digits}${phone}`)) return true;
  // As it is dialled there, with the zero or whatever comes first.
  if (isCallingCode(areaCode)) return isPossiblePhoneNumber(phone, { defaultCallingCode: areaCode });
  return !isKnown(digits);
}

/** Whether anything is known of an area code; of one that only the platform knows no number can be judged. */
function isKnown(digits: string): boolean {
  return Array.from({ length: 12 }, (_, more) => "2".repeat(3 + more)).some((phone) =>
    isPossiblePhoneNumber(`+${digits}${phone}`),
  );
}
