import { expect, test } from "vitest";
import { accountName, filled } from "~server/forms/field-rules";
import { messageKey } from "~server/i18n/message";
import { beginningOf, searchWords } from "~server/search-words";
import { enquirySchema } from "~/routes/LeavingMessage/fields.server";
import { LOCALES } from "../../support/texts";
import { validEnquiry } from "../../support/valid-forms";

/** Invisible characters do not fill a field (behaviour 5.14), and no character is cut in half. */

const INVISIBLE = ["\u200b", "\u200d", "\u2060", "\u00ad", "\u3164", "\u2800", "\ufe0f", " \u200b\u3000"];

test.each(INVISIBLE)("%j counts as empty", async (typed) => {
  const missing = messageKey("errors.accountRequired");
  expect((await filled(missing).safeParseAsync(typed)).success).toBe(false);
  expect((await accountName.safeParseAsync(typed)).success).toBe(false);
  const form = new FormData();
  form.set("areaCode", "86");
  for (const name of ["name", "tel", "socialAccount", "message"]) {
    for (const locale of LOCALES) {
      const parsed = await enquirySchema(form, locale).safeParseAsync(validEnquiry({ [name]: typed }));
      expect(
        parsed.error?.issues.map(({ path }) => path.join()),
        name,
      ).toContain(name);
    }
  }
});

test("visible text with an invisible character counts as filled in", async () => {
  const parsed = await enquirySchema(new FormData(), "en_US").safeParseAsync(validEnquiry({ name: "👩‍💻 Ming\u200b" }));
  expect(parsed.error?.issues.map(({ path }) => path.join()) ?? []).not.toContain("name");
});

test("a search is cut before an emoji, never within it", () => {
  expect(beginningOf("ab😀", 3)).toBe("ab");
  expect(beginningOf("ab😀", 4)).toBe("ab😀");
  expect(searchWords(new URLSearchParams({ q: ` ${"a".repeat(99)}😀` }), 100)).toBe("a".repeat(99));
});
