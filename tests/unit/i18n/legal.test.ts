import { expect, test } from "vitest";
import { legalDocuments } from "~server/content/legal-documents";
import { catalogues } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";
import { ROWS } from "~server/pages";

test.each(["el_GR", "en_US"] as const)("every section has a heading, text and a unique id: %s", (locale) => {
  const { agreement, privacy } = legalDocuments(locale);
  const sections = [...agreement.sections, ...privacy.sections];
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  for (const { heading, paragraphs, points = [], terms = [] } of sections) {
    const texts = [heading, ...paragraphs, ...points, ...terms.flatMap(({ name, text }) => [name, text])];
    for (const text of texts) expect(text.trim()).not.toBe("");
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  }
});

test("the legal texts contain no fee, price or other business figure", () => {
  for (const locale of ["el_GR", "en_US"] as const) {
    const text = JSON.stringify(legalDocuments(locale));
    expect(text).not.toMatch(/\d\s*(?:%|USDT|USD|元)/);
  }
});

test.each([
  ["el_GR", /「([^」]+)」(頁面)?/g],
  ["en_US", /“([^”]+)”( page)?/g],
] as const)(
  "phrases that the legal texts quote are on the site, and pages they name have that title: %s",
  (locale, quotes) => {
    const { agreement, privacy } = legalDocuments(locale);
    const texts = new Set<string>(Object.values(catalogues[locale]).flatMap((texts) => Object.values(texts)));
    const titles = new Set(ROWS.flatMap(({ title }) => (title ? [getText(locale)(title)] : [])));
    const quoted = [...JSON.stringify([agreement.sections, privacy.sections]).matchAll(quotes)];
    expect(quoted.filter(([, , page]) => page)).toHaveLength(2);
    expect(quoted.length).toBeGreaterThan(3);
    for (const [, words = "", page] of quoted) expect(page ? titles : texts, words).toContain(words);
  },
);

test.each(["el_GR", "en_US"] as const)(
  "contact form and privacy policy agree on how enquiries are answered, and promise no e-mail: %s",
  (locale) => {
    const { LeavingMessage, toasts } = catalogues[locale];
    const ways =
      locale === "en_US"
        ? /email, phone or the social media account you leave/
        : /您留下的電子信箱、電話或社群帳號回覆/;
    const policy = legalDocuments(locale)
      .privacy.sections.flatMap(({ paragraphs }) => paragraphs)
      .join(" ");
    expect(LeavingMessage.afterAnswer).toMatch(ways);
    expect(policy).toMatch(ways);
    const { afterAnswer, ...others } = LeavingMessage;
    for (const text of [...Object.values(others), toasts.messageSent])
      expect(text).not.toMatch(/answer by|will answer|回覆(?!。)/);
  },
);
