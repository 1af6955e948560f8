import {
  CHANGING,
  CHANGING_PATH,
  CODE_PATH,
  confirmPath,
  DONE_PATH,
  FORGOTTEN_PATH,
  PRODUCT_PATH,
  PURCHASE,
} from "../purchase-paths";
import { buyButton, payWithCode, payWithWrongCode, quantity, toCode, toConfirm } from "../shopping";
import { emptyStore } from "../stage";
import { at, failing, view, type View } from "./view";

/** The views of a purchase, in an order in which each leaves the product available for the next. */
export const BUYING: View[] = [
  at("purchase, quantity", PRODUCT_PATH),
  view("purchase, confirmation", ({ page }) => toConfirm(page)),
  view("purchase, terms changed", async ({ page, sandbox, account }) => {
    await sandbox.setProduct(CHANGING, { price: "6.66", miningCycle: "360", serviceRate: "20" });
    await toCode(page, "4", CHANGING_PATH);
    await sandbox.setProduct(CHANGING, { price: "7", miningCycle: "10", serviceRate: "99" });
    await payWithCode(page, sandbox, account.email);
    await page.waitForURL(confirmPath("4", CHANGING_PATH));
  }),
  view("purchase, code", ({ page }) => toCode(page)),
  view("purchase, code refused", async ({ page }) => {
    await toCode(page);
    await payWithWrongCode(page);
  }),
  view("purchase, paid", async ({ page, sandbox, account }) => {
    await toCode(page);
    await payWithCode(page, sandbox, account.email);
    await page.waitForURL(/\/Successpay/);
  }),
  view("purchase, code sheet opened again after paying", async ({ page, sandbox, account }) => {
    await toCode(page);
    await payWithCode(page, sandbox, account.email);
    await page.waitForURL(/\/Successpay/);
    await page.goto(CODE_PATH);
    await page.waitForURL(DONE_PATH);
  }),
  at("purchase, product page after paying", PRODUCT_PATH),
  view("purchase, quote lost by the store", async ({ page, sandbox }) => {
    await toCode(page);
    emptyStore(sandbox);
    await page.reload();
    await page.waitForURL(FORGOTTEN_PATH);
  }),
  at("purchase, product page after the quote was lost", PRODUCT_PATH),
  view("purchase, question before buying again", async ({ page, sandbox, account }) => {
    const path = "/PowerProductDetail/1005";
    await toCode(page, "1", path);
    await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
    await payWithCode(page, sandbox, account.email);
    await page.waitForURL(`${path}?step=outcome`);
    await page.goto(path);
    await quantity(page).fill("2");
    await buyButton(page).click();
    await page.waitForURL(`${path}?step=again&buyAmount=2`);
  }),
  at("purchase, no receipt", "/Successpay"),
  failing("purchase, balance unknown", "getUserAccountByUid", PRODUCT_PATH),
  view("purchase, outcome unknown", async ({ page, sandbox, account }) => {
    const path = "/PowerProductDetail/1002";
    await toCode(page, "1", path);
    await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
    await payWithCode(page, sandbox, account.email);
    await page.waitForURL(`${path}?step=outcome`);
  }),
];
