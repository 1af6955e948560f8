import { isPossiblePhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";
import { BETWEEN_DIGITS, withoutBlanks } from "~server/forms/field-rules";

const MAINLAND_CODE = "86";
const MAINLAND = /^1[3-9]\d{9}$/;

/**
 * Normalises a telephone number: no separators, repeated area code or trunk prefix such as 0. An area code without `+`
 * or `00` may be the beginning of the number, so it is removed only if that makes the number valid.
 */
export function plainPhone(typed: string, areaCode: string | undefined): string {
  const plain = withoutBlanks(typed).replace(BETWEEN_DIGITS, "");
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

/** Checks a number from `plainPhone`: the mainland pattern, or any number that is possible in another area. */
export function isPhone(areaCode: string, phone: string): boolean {
  if (MAINLAND.test(phone)) return true;
  if (areaCode === MAINLAND_CODE || !/^\d{3,15}$/.test(phone)) return false;
  const digits = areaCode.replace(/\D/g, "");
  return isPossiblePhoneNumber(`+${digits}${phone}`) || !isKnown(digits);
}

/** False for area codes that only the upstream knows; we cannot check their numbers. */
function isKnown(digits: string): boolean {
  return Array.from({ length: 12 }, (_, more) => "2".repeat(3 + more)).some((phone) =>
    isPossiblePhoneNumber(`+${digits}${phone}`),
  );
}
