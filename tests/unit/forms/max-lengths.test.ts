import { expect, test } from "vitest";
import { z } from "zod";
import { maxLengths } from "~server/forms/max-lengths";
import { BIND_LENGTHS } from "~/routes/GoogleBind/bind.server";
import { SIGN_IN_LENGTHS } from "~/routes/Login.($account)/sign-in.server";
import { registrationSchema, REGISTRATION_LENGTHS } from "~/routes/Register/fields.server";
import { validRegistration } from "../../support/valid-forms";

test("the maximum of a text is found anywhere in its schema, or is undefined", () => {
  const bounded = z.string().max(7);
  const schema = z.object({
    plain: bounded,
    shared: bounded,
    trimmed: z.string().trim().min(1).max(8),
    optional: z.string().max(9).optional(),
    given: z.string().max(10).default(""),
    refined: z
      .string()
      .max(11)
      .refine(() => true),
    cleaned: z.string().transform(String).pipe(z.string().max(12)),
    unbounded: z.string(),
    chosen: z.enum(["a", "b"]),
  });
  expect(maxLengths(schema)).toEqual({
    plain: 7,
    shared: 7,
    trimmed: 8,
    optional: 9,
    given: 10,
    refined: 11,
    cleaned: 12,
  });
});

test("each form that counts typed fields has a maximum for them", () => {
  // The limit applies after cleaning, so a limit in the browser could cut valid pasted text.
  expect(SIGN_IN_LENGTHS).toEqual({ loginPword: 256 });
  expect(REGISTRATION_LENGTHS).toEqual({ pwd: 256, confirmPwd: 256, inCode: 128 });
  expect(BIND_LENGTHS).toEqual({ loginPwd: 256, googleCode: 256 });
});

test.each([
  ["", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["-a", true],
  ["é#% 友/<b>", true],
  ["a\u0000b", false],
  ["a  b", false],
])("a form's invitation code: %j", (inCode, accepted) => {
  const form = validRegistration({ inCode });
  const posted = new FormData();
  posted.set("pwd", form.pwd);
  expect(registrationSchema(posted).safeParse(form).success).toBe(accepted);
});
