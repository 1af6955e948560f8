import { PURCHASE_DEADLINE_MS, UPLOAD_DEADLINE_MS } from "~server/upstream/constants";
import { fillIn, PERSON } from "../support/valid-forms";
import { smallPhoto } from "@storefront/test-support/images";
import { CODE_PATH, confirmedPath, OUTCOME_PATH, PURCHASE } from "../support/purchase-paths";
import { toCode } from "../support/shopping";
import { ordersAt } from "./at-upstream";
import { SIGNED_OUT, submit, unless, type Expected, type Row, type TestContext } from "./row";

/** Calls about money or an identity: a purchase and an identity verification. */

const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;

/** The longest time of a purchase and of an upload (behaviour 13.11): their deadlines and the reads around them. */
const PURCHASE_LIMIT_MS = PURCHASE_DEADLINE_MS + 5_000;
const UPLOAD_LIMIT_MS = UPLOAD_DEADLINE_MS + 5_000;

/** Whether the upstream has as many orders as the page reports. */
const orders = (message: number) => async (testContext: TestContext) => {
  const charged = await ordersAt(testContext.sandbox, testContext.account);
  const sent = await testContext.sandbox.calls(PURCHASE);
  return [
    ...unless(charged === message, `${charged} orders were made, ${message} told`),
    ...unless(sent <= 1, `the purchase was sent ${sent} times`),
  ];
};

/** Types a code, and presses the button. */
const typeCode = async (testContext: TestContext) =>
  fillIn(testContext.tab, { googleCode: await testContext.sandbox.code(testContext.account.email, "google") });
const pay = ({ tab }: TestContext) => tab.locator("[role=dialog] form button").first().click();

/** Whoever was told that nothing was charged buys with a single press. */
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

const paid: Expected = { status: 200, at: /^\/Successpay\?/, message: ["Successpay.paid"], further: orders(1) };

/** Types the details, and chooses the photos, of which the upstream has none yet. */
async function choosePhotos(testContext: TestContext): Promise<void> {
  await testContext.tab.goto("/RealNameInfo?country=158");
  await fillIn(testContext.tab, PERSON);
  await submit(testContext);
  const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await photoOf() };
  for (const slot of SLOTS) await testContext.tab.setInputFiles(`input[name=${slot}]`, photo);
}

let photo: Promise<Buffer> | undefined;
const photoOf = () => (photo ??= smallPhoto());

const accepted = (wanted: number) => (testContext: TestContext) => {
  const words = testContext.tab.tab.document("main").text().split(testContext.t("UploadImage.accepted")).length - 1;
  return unless(words === wanted, `${words} photos are accepted, ${wanted} should be`);
};

export const MONEY_ROWS: readonly Row[] = [
  {
    name: PURCHASE,
    call: PURCHASE,
    screen: CODE_PATH,
    rules: "13.8 to 13.11, 4.15, 4.16",
    cache: "none",
    sentAtMost: 1,
    account: {},
    limitMs: PURCHASE_LIMIT_MS,
    shutAfter: ["getOrderList", "getUserAccountByUid"],
    way: async (testContext) => {
      await toCode(testContext.page);
      await typeCode(testContext);
    },
    step: pay,
    expected: {
      otherwise: {
        status: 200,
        at: OUTCOME_PATH,
        message: ["Purchase.unknownTitle"],
        messageOneOf: ["Purchase.unknownNotYet", "Purchase.unknownUnread"],
        seenBy: "PurchasesUnknown",
        further: orders(0),
      },
      withEffect: {
        status: 200,
        at: OUTCOME_PATH,
        message: ["Purchase.unknownMade"],
        seenBy: "PurchasesUnknown",
        further: orders(1),
      },
      shape: paid,
      types: paid,
      readable: paid,
      wrongCode: {
        status: 422,
        at: confirmedPath("3", "46.5"),
        message: ["errors.code"],
        isPreserved: { googleCode: "" },
        seenBy: "PurchasesRefused",
        further: orders(0),
        afterwards: buysAtOnce,
      },
      gone: {
        status: 503,
        at: confirmedPath("3", "46.5"),
        message: ["errors.notCharged"],
        isPreserved: { googleCode: "" },
        seenBy: "PurchasesNotSent",
        further: async (testContext) => [
          ...(await orders(0)(testContext)),
          ...unless((await testContext.sandbox.calls(PURCHASE)) === 0, "the purchase was sent"),
        ],
        afterwards: buysAtOnce,
      },
      refused: {
        status: 422,
        at: confirmedPath("3", "46.5"),
        message: ["errors.nothingCharged"],
        words: true,
        isPreserved: { googleCode: "" },
        seenBy: "PurchasesRefused",
        further: orders(0),
      },
      expired: { ...SIGNED_OUT, seenBy: "PurchasesRefused", further: orders(0) },
    },
  },
  {
    name: "upload_img",
    call: "upload_img",
    screen: "/UploadImage",
    rules: "5.21, 8.10",
    cache: "none",
    account: { authLevel: 3 },
    // One for each of three photos.
    sentAtMost: 3,
    limitMs: UPLOAD_LIMIT_MS,
    shutAfter: ["user_info"],
    way: choosePhotos,
    step: submit,
    expected: {
      otherwise: {
        status: 503,
        at: "/UploadImage",
        messageOneOf: ["errors.network", "errors.late"],
        message: ["UploadImage.photoFailed"],
        further: accepted(0),
      },
      gone: { status: 503, at: "/UploadImage", message: ["errors.network"] },
      refused: { status: 422, at: "/UploadImage", words: true, further: accepted(0) },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "user_info, details",
    call: "user_info",
    screen: "/RealNameInfo?country=158",
    rules: "6.5, 12.5, 10.31",
    cache: "none",
    account: { authLevel: 3 },
    way: async (testContext) => {
      await testContext.tab.goto("/RealNameInfo?country=158");
      await fillIn(testContext.tab, PERSON);
    },
    step: submit,
    expected: {
      // Whether the visitor may open the form is unknown; what was typed is there once that can be read again.
      otherwise: { status: 503, at: /^\/RealNameInfo/, retry: true, preservedAfterwards: PERSON },
      types: { status: [200, 503], at: /^\/(RealNameInfo|UploadImage)/ },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "auth_realname",
    call: "auth_realname",
    screen: "/UploadImage",
    rules: "2.33, 2.34, 5.21",
    cache: "none",
    sentAtMost: 1,
    account: { authLevel: 3 },
    shutAfter: ["user_info"],
    // The photos are accepted, and what is left is to hand them in.
    way: async (testContext) => {
      await choosePhotos(testContext);
      await testContext.sandbox.fail("auth_realname", { kind: "error", code: 90418, msg: "Not now." }, { times: 1 });
      await submit(testContext);
    },
    step: submit,
    expected: {
      otherwise: { status: 503, at: "/UploadImage", message: ["UploadImage.unknown"], further: accepted(3) },
      // The upstream can be asked whether it has them.
      withEffect: { status: 200, at: "/SuccessRealname", message: ["toasts.realNameSubmitted"] },
      shape: { status: 200, at: "/SuccessRealname", message: ["toasts.realNameSubmitted"] },
      readable: { status: 200, at: "/SuccessRealname", message: ["toasts.realNameSubmitted"] },
      types: { status: 200, at: "/SuccessRealname", message: ["toasts.realNameSubmitted"] },
      gone: { status: 503, at: /^\/UploadImage/, message: ["errors.network"] },
      refused: { status: 422, at: "/UploadImage", words: true, further: accepted(3) },
      expired: SIGNED_OUT,
    },
  },
];
