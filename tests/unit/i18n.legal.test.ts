import { expect, test } from "vitest";
import { legalDocuments } from "~/i18n/legal.server";

test.each(["el_GR", "en_US"] as const)("every section has a heading, a text and an id of its own: %s", (locale) => {
  const { agreement, privacy } = legalDocuments(locale);
  const sections = [...agreement.sections, ...privacy.sections];
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  for (const { heading, paragraphs, points = [], terms = [] } of sections) {
    const texts = [heading, ...paragraphs, ...points, ...terms.flatMap(({ name, text }) => [name, text])];
    for (const text of texts) expect(text.trim()).not.toBe("");
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  }
});

test("no fee, price or other business figure is in the legal texts", () => {
  for (const locale of ["el_GR", "en_US"] as const) {
    const text = JSON.stringify(legalDocuments(locale));
    expect(text).not.toMatch(/\d\s*(?:%|USDT|USD|元)/);
  }
});
