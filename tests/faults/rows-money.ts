import { smallPhoto } from "@storefront/test-support/images";
import { PURCHASE_DEADLINE_MS, UPLOAD_DEADLINE_MS } from "~server/upstream/constants";
import { CODE_PATH, confirmedPath, OUTCOME_PATH, PURCHASE } from "../support/purchase-paths";
import { toCode } from "../support/shopping";
import { fillIn, PERSON } from "../support/valid-forms";
import { ordersAt } from "./at-upstream";
import { asSuccess, mainText, page, row, SIGNED_OUT, submit, unless, type Row, type TestContext } from "./row";

/** Calls about money or an identity: a purchase and an identity verification. */

const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
const DETAILS = "/RealNameInfo?country=158";

/** The maximum times of a purchase and an upload: their deadlines and the reads around them. */
const PURCHASE_LIMIT_MS = PURCHASE_DEADLINE_MS + 5_000;
const UPLOAD_LIMIT_MS = UPLOAD_DEADLINE_MS + 5_000;

/** True if the upstream has the number of orders that the page reports. */
const orders = (message: number) => async (testContext: TestContext) => {
  const charged = await ordersAt(testContext.sandbox, testContext.account);
  const sent = await testContext.sandbox.calls(PURCHASE);
  return [
    ...unless(charged === message, `${charged} orders were made, ${message} reported`),
    ...unless(sent <= 1, `the purchase was sent ${sent} times`),
  ];
};

/** Types a code, and presses the button. */
const typeCode = async (testContext: TestContext) =>
  fillIn(testContext.tab, { googleCode: await testContext.sandbox.code(testContext.account.email, "google") });
const pay = ({ tab }: TestContext) => tab.locator("[role=dialog] form button").first().click();

/** Expects that a buyer can buy with a single press after reading that nothing was charged. */
async function buysAtOnce(testContext: TestContext): Promise<string[]> {
  const { tab, sandbox, account } = testContext;
  await typeCode(testContext);
  await pay(testContext);
  const charged = await ordersAt(sandbox, account);
  return [
    ...unless(tab.tab.url.pathname === "/Successpay", `the next press ends at ${tab.tab.url.pathname}`),
    ...unless(charged === 1, `${charged} orders were made by the next press`),
  ];
}

async function typeDetails({ tab }: TestContext): Promise<void> {
  await tab.goto(DETAILS);
  await fillIn(tab, PERSON);
}

/** Types the details, and chooses the photos, of which the upstream has none yet. */
async function choosePhotos(testContext: TestContext): Promise<void> {
  await typeDetails(testContext);
  await submit(testContext);
  const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await (small ??= smallPhoto()) };
  for (const slot of SLOTS) await testContext.tab.setInputFiles(`input[name=${slot}]`, photo);
}
let small: Promise<Buffer> | undefined;

const accepted = (wanted: number) => (testContext: TestContext) => {
  const words = mainText(testContext).split(testContext.t("UploadImage.accepted")).length - 1;
  return unless(words === wanted, `${words} photos are accepted, ${wanted} should be`);
};

const SHEET = confirmedPath("3", "46.5");
const BLANK = { googleCode: "" };
const submitted = page(200, "/SuccessRealname", { message: ["toasts.realNameSubmitted"] });

export const MONEY_ROWS: readonly Row[] = [
  row(PURCHASE, CODE_PATH, "13.8 to 13.11, 4.15, 4.16", {
    sentAtMost: 1,
    account: {},
    limitMs: PURCHASE_LIMIT_MS,
    shutAfter: ["getOrderList", "getUserAccountByUid"],
    way: async (testContext) => {
      await toCode(testContext.page);
      await typeCode(testContext);
    },
    step: pay,
    otherwise: page(200, OUTCOME_PATH, {
      message: ["Purchase.unknownTitle"],
      messageOneOf: ["Purchase.unknownNotYet", "Purchase.unknownUnread"],
      seenBy: "PurchasesUnknown",
      further: orders(0),
    }),
    withEffect: page(200, OUTCOME_PATH, {
      message: ["Purchase.unknownMade"],
      seenBy: "PurchasesUnknown",
      further: orders(1),
    }),
    ...asSuccess(page(200, /^\/Successpay\?/, { message: ["Order.paid"], further: orders(1) })),
    wrongCode: page(422, SHEET, {
      message: ["errors.code"],
      isPreserved: BLANK,
      seenBy: "PurchasesRefused",
      further: orders(0),
      afterwards: buysAtOnce,
    }),
    gone: page(503, SHEET, {
      message: ["errors.notCharged"],
      isPreserved: BLANK,
      seenBy: "PurchasesNotSent",
      further: async (testContext) => [
        ...(await orders(0)(testContext)),
        ...unless((await testContext.sandbox.calls(PURCHASE)) === 0, "the purchase was sent"),
      ],
      afterwards: buysAtOnce,
    }),
    refused: page(422, SHEET, {
      message: ["errors.nothingCharged"],
      words: true,
      isPreserved: BLANK,
      seenBy: "PurchasesRefused",
      further: orders(0),
    }),
    expired: { ...SIGNED_OUT, seenBy: "PurchasesRefused", further: orders(0) },
  }),
  row("upload_img", "/UploadImage", "5.21, 8.10", {
    account: { authLevel: 3 },
    // One call for each of three photos.
    sentAtMost: 3,
    limitMs: UPLOAD_LIMIT_MS,
    shutAfter: ["user_info"],
    way: choosePhotos,
    step: submit,
    otherwise: page(503, "/UploadImage", {
      messageOneOf: ["errors.network", "errors.late"],
      message: ["UploadImage.photoFailed"],
      further: accepted(0),
    }),
    gone: page(503, "/UploadImage", { message: ["errors.network"] }),
    refused: page(422, "/UploadImage", { words: true, further: accepted(0) }),
    expired: SIGNED_OUT,
  }),
  row("user_info, details", DETAILS, "6.5, 12.5, 10.31", {
    account: { authLevel: 3 },
    way: typeDetails,
    step: submit,
    // It is unknown whether the visitor may open the form; the input reappears once that can be read.
    otherwise: page(503, /^\/RealNameInfo/, { retry: true, preservedAfterwards: PERSON }),
    types: page([200, 503], /^\/(RealNameInfo|UploadImage)/),
    expired: SIGNED_OUT,
  }),
  row("auth_realname", "/UploadImage", "2.33, 2.34, 5.21", {
    sentAtMost: 1,
    account: { authLevel: 3 },
    shutAfter: ["user_info"],
    // The photos are accepted, and only the submission is left.
    way: async (testContext) => {
      await choosePhotos(testContext);
      await testContext.sandbox.fail("auth_realname", { kind: "error", code: 90418, msg: "Not now." }, { times: 1 });
      await submit(testContext);
    },
    step: submit,
    otherwise: page(503, "/UploadImage", { message: ["UploadImage.unknown"], further: accepted(3) }),
    // The storefront asks the upstream whether it has the details.
    withEffect: submitted,
    ...asSuccess(submitted),
    gone: page(503, /^\/UploadImage/, { message: ["errors.network"] }),
    refused: page(422, "/UploadImage", { words: true, further: accepted(3) }),
    expired: SIGNED_OUT,
  }),
];
