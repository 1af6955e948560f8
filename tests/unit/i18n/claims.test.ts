import { expect, test } from "vitest";
import { legalDocuments } from "~server/content/legal-documents";
import { catalogues } from "~server/texts/catalogue";

const LOCALES = ["el_GR", "en_US"] as const;

/** Claims that docs/behaviour/01-product.md does not make, and for which an operator would be liable. */
const UNSTATED =
  /lock-?up|traceab|every day|(?<!A )\bdaily\b|around the clock|24\/7|guaranteed (?:return|profit)|award|for years|鎖定期|可追溯|(?<!折合)每日(?!新增算力|的數字)|按日|全天候|全年無休|長期合作|保本|領先/i;

test.each(LOCALES)("texts make no unconfirmed claim, and name no year except the agreement's: %s", (locale) => {
  const texts = Object.values(catalogues[locale]).flatMap((texts) => Object.values(texts));
  for (const text of texts) {
    expect(text).not.toMatch(UNSTATED);
    expect(text).not.toMatch(/\b(?:19|20)\d\d\b/);
  }
  const { agreement, privacy } = legalDocuments(locale);
  const legal = JSON.stringify([agreement.sections, privacy.sections]);
  expect(legal).not.toMatch(UNSTATED);
  expect(legal).not.toMatch(/\b(?:19|20)\d\d\b/);
});

test.each(LOCALES)("no text makes an unconfirmed claim: %s", (locale) => {
  const { Home, Power, Miner, Notice, Security, claims } = catalogues[locale];
  expect(Home.step1, "a purchase needs no verified identity").not.toMatch(/identity|身分/);
  expect(Home.step3, "it is paid from what was deposited").toMatch(/deposit|儲值/i);
  for (const { emptyText } of [Power, Miner, Notice]) expect(emptyText).not.toMatch(/announce|公告|公布/);
  expect(Security["authenticatorText-bound"], "nobody knows what the app does with it").not.toMatch(/\bapp\b/i);
  expect(claims.complianceText, "public texts are not compliance texts").not.toMatch(/public|公開/);
  const [, further] = Object.values(legalDocuments(locale).privacy.sections);
  expect(JSON.stringify(further), "browser data is sent to the platform").toMatch(/They go to the platform|送交/);
});

test.each(LOCALES)("the claims use the figures of chapter 1: %s", (locale) => {
  const { claims } = catalogues[locale];
  const figures = Object.entries(claims).filter(([key]) => key.endsWith("Figure"));
  expect(Object.fromEntries(figures)).toEqual({
    incidentsFigure: "0",
    centresFigure: "10+",
    minersFigure: "100,000+",
    capacityFigure: "600 P+",
    growthFigure: "1.5P",
    technicalFigure: locale === "en_US" ? "Over 90%" : "超過 90%",
  });
  for (const [key, text] of Object.entries(claims)) {
    if (!key.endsWith("Figure")) expect(text, "figures are placeholders, each written in one place").not.toMatch(/\d/);
  }
});
