import { expect, test } from "vitest";
import { catalogues } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";
import type { Locale } from "~server/i18n/locale";
import { LOCALES } from "~server/i18n/locale";
import { browserAt } from "../../support/documents";
import { beginAnew, setEnv } from "../../support/environment";
import {
  all,
  attributesOf,
  fieldOf,
  formOf,
  linksOf,
  only,
  optionsOf,
  sourceOf,
  textOf,
  textsOf,
} from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { pages } from "../../support/pages";

const sandbox = await useUpstream();
const t = getText("en_US");

async function open(query: Record<string, string> | string = {}, locale: Locale = "en_US") {
  const search = new URLSearchParams(query).toString();
  const page = await browserAt(pages, locale).open(search ? `/Estimate?${search}` : "/Estimate");
  return { ...page, main: sourceOf(page.html, "main"), text: textOf(sourceOf(page.html, "main")) };
}

const ASKED = { product: "1001", quantity: "10", ratio: "half" };

const OUTPUT = { PROFIT_RATIO_PERIOD: "cycle", PROFIT_RATIO_MEANING: "output" };
const RETURN = { ...OUTPUT, PROFIT_RATIO_MEANING: "return" };

test("a link contains product, quantity and case, and shows three cases side by side", async () => {
  setEnv(OUTPUT);
  const page = await open(ASKED);
  expect(page.status).toBe(200);
  expect(formOf(page.main)).toMatchObject({ method: "GET", fields: ASKED });
  const facts = ["Cost 155.00 USDT", "Works out at 0.0287 USDT per T per day", "32.5%", "20%", "T+1"];
  for (const fact of facts) expect(page.text).toContain(fact);
  expect(textsOf(page.main, "thead th")).toEqual(["full", "half", "none"].map((one) => t(`Estimate.${one}` as never)));
  expect(textsOf(page.main, "td")).toEqual([
    ...["50.375", "25.1875", "0"],
    ...["10.075", "5.0375", "0"],
    ...["40.3", "20.15", "0"],
  ]);
  expect(page.text).toContain(`${t("Estimate.chosen", { share: "50%" })} Output 25.1875 USDT`);
  expect(linksOf(page.main).map(({ href }) => href)).toEqual(
    expect.arrayContaining(["/Estimate?product=1001&quantity=10&ratio=half", "/PowerProductDetail/1001?buyAmount=10"]),
  );
  expect(page.html).not.toContain("<script");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(all(page.html, "meta[name=robots]")).toHaveLength(1);
});

test("with a ratio that means return, the page shows the returned amount including the cost, without a fee", async () => {
  setEnv(RETURN);
  const { main, text } = await open(ASKED);
  expect(textsOf(main, "td")).toEqual(["205.375", "102.6875", "0"]);
  expect(text).toContain(`${t("Estimate.back-return")} 102.6875 USDT`);
  expect(text).toContain(t("Estimate.how-return-cycle"));
  expect(text).toContain(catalogues.en_US.Product.fee_return);
  expect(attributesOf(main, "rect.estimate-output", "width")).toEqual(["100%", "50%", "0%"]);
});

test.each([
  {},
  { PROFIT_RATIO_PERIOD: "cycle" },
  { PROFIT_RATIO_PERIOD: "year" },
  { PROFIT_RATIO_MEANING: "return" },
  { PROFIT_RATIO_MEANING: "output" },
])("only costs are shown unless both period and meaning are set: %j", async (set) => {
  setEnv(set);
  const { main, text } = await open(ASKED);
  expect(text).toContain("155.00 USDT");
  expect(text).toContain(t("Estimate.noSense"));
  expect(text).toContain(t("Estimate.leadCosts"));
  expect(all(main, "figure, svg.estimate-chart, fieldset, table")).toEqual([]);
  if (!("PROFIT_RATIO_MEANING" in set)) expect(text).not.toMatch(/output/);
});

test.each([
  [{ profitRatio: "a lot" }, "Estimate.noRatio"],
  [{ profitRatio: null }, "Estimate.noRatio"],
  [{ price: "NaN" }, "Estimate.noPrice"],
] as const)("missing upstream data is not guessed: %o, %s", async (patch, reason) => {
  setEnv(RETURN);
  await sandbox.setProduct("1001", patch);
  const { status, main, text } = await open(ASKED);
  expect(status).toBe(200);
  expect(text).toContain(t(reason));
  expect(all(main, "figure, svg.estimate-chart")).toEqual([]);
  if (reason !== "Estimate.noPrice") expect(text).toContain("Cost 155.00 USDT");
  if (reason === "Estimate.noRatio") expect(text).toContain(`Expected return ${t("Estimate.notStated")}`);
});

test.each(LOCALES)("a fee of more than the whole output is named, not called missing: %s", async (locale) => {
  setEnv(OUTPUT);
  for (const [serviceRate, key] of [
    ["120", "Estimate.feeBeyond"],
    [null, "Estimate.noFee"],
  ] as const) {
    beginAnew();
    await sandbox.setProduct("1001", { serviceRate });
    const { main } = await open(ASKED, locale);
    expect(textsOf(main, ".note")).toEqual([getText(locale)(key, { fee: "120%" })]);
  }
});

test("without a product the page shows the form and products on sale, and may be indexed", async () => {
  setEnv(RETURN);
  const { status, main, html, text } = await open();
  expect(status).toBe(200);
  const options = optionsOf(main, "product") ?? [];
  expect(options).toHaveLength(8);
  expect(options[0]?.value).toBe("1001");
  expect(fieldOf(main, "quantity")).toBe("");
  expect(all(main, "figure")).toEqual([]);
  expect(text).toContain(t("Estimate.notKnown"));
  expect(attributesOf(html, "link[rel=canonical]", "href")[0]).toMatch(/\/Estimate$/);
});

test("a blank quantity means the minimum, full-width digits work, and the product's limits apply", async () => {
  expect(fieldOf((await open({ product: "1002", quantity: " " })).main, "quantity")).toBe("0.5");
  expect(fieldOf((await open({ product: "1001", quantity: "１０．０" })).main, "quantity")).toBe("10");
  for (const [query, message] of [
    [{ product: "1001", quantity: "201" }, t("errors.quantityMax", { max: "200" })],
    [{ product: "1001", quantity: "0" }, t("errors.quantityMin", { min: "1" })],
    [{ product: "1001", quantity: "1.5" }, t("errors.quantityStep", { step: "1", nearest: "1 / 2" })],
    [{ product: "1007", quantity: "" }, t("errors.outOfStock")],
  ] as const) {
    const { main, html, text } = await open(query);
    // The only wrong field has the focus, without a summary.
    expect(attributesOf(main, "#summary, [autofocus]", "id")).toEqual(["quantity"]);
    expect(textOf(only(main, "#quantity-error"))).toBe(message);
    expect(attributesOf(main, "#quantity", "aria-describedby")[0]).toContain("quantity-error");
    expect(textOf(only(html, "title"))).toMatch(/^Error: /);
    expect(text).not.toContain(t("Estimate.link"));
  }
});

const HOSTILE = [
  ...["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "x".repeat(10_000), "NaN", "1e308", "-1"],
  ...["../../etc", "javascript:alert(1)", "\u0000", "__proto__"],
];

test.each(HOSTILE)("the page names the input that it ignored: %.24j", async (value) => {
  setEnv(RETURN);
  for (const name of ["product", "quantity", "ratio"] as const) {
    const { status, main, html, text } = await open({ ...ASKED, [name]: value });
    expect(status).toBe(200);
    const messageKeys = {
      product: "Estimate.noSuchProduct",
      quantity: "errors.quantityInvalid",
      ratio: "Estimate.noSuchCase",
    };
    expect(text).toContain(t(messageKeys[name] as "Estimate.noSuchCase"));
    expect(all(main, "img, script")).toEqual([]);
    expect(html.length).toBeLessThan(40_000);
    expect(text).not.toMatch(/NaN|Infinity|\de[+-]?\d/);
  }
});

test("an unreadable product is 503 with the form; an unlisted one can still be estimated", async () => {
  await sandbox.fail("project_sku_detail", { kind: "html" });
  const failed = await open(ASKED);
  expect(failed.status).toBe(503);
  expect(failed.text).toContain(t("PowerProductDetail.unavailable"));
  expect(optionsOf(failed.main, "product")).toHaveLength(8);
  await sandbox.heal();
  beginAnew();
  await sandbox.fail("project_sku", { kind: "html" });
  const named = await open(ASKED);
  expect(named.status).toBe(200);
  expect(optionsOf(named.main, "product")?.map(({ value }) => value)).toEqual(["1001"]);
  expect((await open()).status).toBe(503);
});

/** Promising words, which estimates must not contain in either language. */
const PROMISES =
  /profit|payback|break[- ]?even|guarantee|(?<!Expected )\breturns?\b|earn|回本|保證|保本|獲利|利潤|淨利|穩賺/i;

test.each(LOCALES)("its texts call it an estimate and promise nothing: %s", async (locale) => {
  setEnv(RETURN);
  for (const text of Object.values(catalogues[locale].Estimate)) expect(text).not.toMatch(PROMISES);
  const { text } = await open(ASKED, locale);
  expect(text).not.toMatch(PROMISES);
  expect(text).toContain(getText(locale)("Estimate.mark"));
  expect(text).toContain(getText(locale)("Estimate.notKnown-network"));
});
