import { expect, test } from "vitest";
import { accountName } from "~server/forms/field-rules";
import { beginningOf, isSearchCut, searchWords } from "~server/search-words";
import { enquirySchema } from "~/routes/LeavingMessage/fields.server";
import { DEFAULT_COUNTRY } from "~server/identity/countries";
import { readDetails } from "~server/identity/details";
import { LOCALES } from "../../support/texts";
import { validEnquiry } from "../../support/valid-forms";

/** Invisible characters do not count as input (behaviour 5.14), and no character is cut in half. */

const INVISIBLE = ["\u200b", "\u200d", "\u2060", "\u00ad", "\u3164", "\u2800", "\ufe0f", " \u200b\u3000"];

test.each(INVISIBLE)("%j counts as empty", async (typed) => {
  expect((await accountName.safeParseAsync(typed)).success).toBe(false);
  expect(searchWords(new URLSearchParams({ q: typed }), 100)).toBe("");
  const person = { name: "Ming", certificateType: 1, certificateNumber: "A1" };
  expect(readDetails(DEFAULT_COUNTRY, { ...person, familyName: typed })).toMatchObject({ wrong: ["familyName"] });
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

test("invisible characters at the ends of a copied name or search are ignored", async () => {
  const person = { familyName: "\u2060Wang\u200b", name: "Ming\u200e ", certificateType: 1, certificateNumber: "A1" };
  expect(readDetails(DEFAULT_COUNTRY, person)).toMatchObject({ familyName: "Wang", name: "Ming" });
  const enquiry = enquirySchema(new FormData(), "en_US").shape.name;
  expect(await enquiry.parseAsync("\u2060Wang  Ming\u200b")).toBe("Wang Ming");
  expect(await accountName.parseAsync("\u200bming \u2060")).toBe("ming");
  const q = `\ufeff${"a".repeat(100)}\u200b`;
  expect(searchWords(new URLSearchParams({ q }), 100)).toBe("a".repeat(100));
  expect(isSearchCut(new URLSearchParams({ q }), 100)).toBe(false);
});

test("a search is cut before an emoji, never within it", () => {
  expect(beginningOf("ab😀", 3)).toBe("ab");
  expect(beginningOf("ab😀", 4)).toBe("ab😀");
  expect(searchWords(new URLSearchParams({ q: ` ${"a".repeat(99)}😀` }), 100)).toBe("a".repeat(99));
});
