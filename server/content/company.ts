import { z } from "zod";
import { isEmailAddress } from "~server/forms/field-rules";
import { jsonOf, type ContentFile } from "./content-file";

const line = z
  .string()
  .trim()
  .min(1, "is empty")
  .max(200, "is longer than 200 characters")
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line");

const schema = z.strictObject({
  name: line,
  address: line.optional(),
  registration: line.optional(),
  email: z.string().max(200).refine(isEmailAddress, "is not an email address").optional(),
  phone: z
    .string()
    .regex(/^\+?[\d ()-]{5,30}$/, "must be a phone number: digits, blanks, hyphens and brackets")
    .optional(),
});

export type Company = z.infer<typeof schema>;

export function readCompany({ text, fault }: ContentFile): Company | undefined {
  const json = jsonOf(text, fault);
  if (json === undefined) return undefined;
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") issue.keys.forEach((key) => fault(`${key}: is not known`));
    else if (issue.code === "invalid_type" && issue.received === "undefined")
      fault(`${issue.path.join(".")}: is missing`);
    else fault([...issue.path, issue.message].join(": "));
  }
  return undefined;
}
