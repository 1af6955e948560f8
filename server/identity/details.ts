import { z } from "zod";
import { VISIBLE, withoutBlanks } from "~server/forms/field-rules";
import { mask } from "~server/account/mask";
import type { Chosen } from "~server/identity/countries";
import { normalized } from "~server/normalized";
import { trimmed } from "~server/search-words";
import type { PersonName, RealName } from "~server/upstream/identity";

/** The details must fit into one cookie, together with the upstream's names of three photos. */
const IDENTITY_NAME_MAX_LENGTH = 100;
const IDENTITY_NUMBER_MAX_LENGTH = 64;

/** Lengths in UTF-16 code units; a character has up to two. */
export const DETAILS_DRAFT = {
  numberCode: 16,
  userName: 2 * IDENTITY_NAME_MAX_LENGTH,
  familyName: 2 * IDENTITY_NAME_MAX_LENGTH,
  name: 2 * IDENTITY_NAME_MAX_LENGTH,
  certificateType: 1,
  certificateNumber: 2 * IDENTITY_NUMBER_MAX_LENGTH,
} as const;

const MAINLAND = "86";

export const isMainland = ({ areaCode }: Pick<Chosen, "areaCode">): boolean => areaCode === MAINLAND;

export type Details = Pick<RealName, "certificateType" | "certificateNumber" | "numberCode"> & {
  areaCode: string;
} & PersonName;

export type DetailField = "userName" | "familyName" | "name" | "certificateType" | "certificateNumber";

const typed = (maxLength: number) =>
  z
    .string()
    .transform((sent) => trimmed(normalized(sent, "NFC")).replace(/\s+/gu, " "))
    .pipe(
      z
        .string()
        .regex(VISIBLE)
        .max(maxLength)
        .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u),
    );

const certificateType = z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]));

/** The lookbehind keeps the matching time linear. */
const HYPHENS_AT_ENDS = /^[\p{Pd}\u2212]+|(?<![\p{Pd}\u2212])[\p{Pd}\u2212]+$/gu;

/** Normalises the number: otherwise the upstream would not notice that another account has the same document. */
const documentNumber = z
  .string()
  .transform((sent) => withoutBlanks(sent).toUpperCase().replace(HYPHENS_AT_ENDS, ""))
  .pipe(z.string().min(1).max(IDENTITY_NUMBER_MAX_LENGTH));

const document = { certificateNumber: documentNumber };
const mainland = z.object({
  userName: typed(IDENTITY_NAME_MAX_LENGTH),
  // The identity card is the only kind, so the form need not send it.
  certificateType: certificateType.default(1).pipe(z.literal(1)),
  ...document,
});
const elsewhere = z.object({
  familyName: typed(IDENTITY_NAME_MAX_LENGTH),
  name: typed(IDENTITY_NAME_MAX_LENGTH),
  certificateType,
  ...document,
});

/** @returns the details; or the faulty fields, and the maximum lengths of those that are too long */
export function readDetails(
  country: Chosen,
  sent: Readonly<Record<string, unknown>>,
): Details | { wrong: DetailField[]; tooLong: Partial<Record<DetailField, number>> } {
  const { areaCode, numberCode } = country;
  const parsed = (isMainland(country) ? mainland : elsewhere).safeParse(sent);
  if (parsed.success) return { areaCode, numberCode, ...parsed.data };
  const { issues } = parsed.error;
  const tooLong: Partial<Record<DetailField, number>> = {};
  for (const issue of issues)
    if (issue.code === "too_big") tooLong[issue.path[0] as DetailField] = Number(issue.maximum);
  return { wrong: [...new Set(issues.map(({ path }) => path[0] as DetailField))], tooLong };
}

/** The owner as shown on pages, with a masked number. */
export interface IdentityOwner {
  name: string;
  number: string;
}

type Named = Pick<Details, "certificateNumber"> & { [Key in "userName" | "familyName" | "name"]?: string | undefined };

export function identityOwner({ userName, familyName, name, certificateNumber: number }: Named): IdentityOwner {
  return { name: userName ?? [familyName, name].filter(Boolean).join(", "), number: mask(number) };
}
