import { expect, test } from "vitest";
import { publicFormToken } from "~server/session/csrf";
import { confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { TERMS } from "../../support/buying";
import { attributesOf, formOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { formRequest, pageRequest } from "../../support/requests";
import { signedIn } from "../../support/signed-in";

/** The product form that all signed-out visitors share (behaviour 14.6). */

const sandbox = await useUpstream();

const SAYING_NOTHING = ["Origin", "Sec-Fetch-Site"];

/** Posts the form; some browsers omit the origin. */
async function post(fields: Record<string, string>, { cookies = "", silent = false, from = "" } = {}) {
  const request = formRequest(PRODUCT_PATH, { intent: "buy", buyAmount: "3", ...fields }, { cookies });
  if (silent) for (const name of SAYING_NOTHING) request.headers.delete(name);
  if (from) request.headers.set("Sec-Fetch-Site", from);
  const response = await pages(request);
  return { status: response.status, location: response.headers.get("location"), html: await response.text() };
}

const opened = async () => (await pages(pageRequest(PRODUCT_PATH))).text();
const tokenIn = (html: string) => formOf(html, "[name=buyAmount]").fields.csrf ?? "";

test("two signed-out visitors get the same bytes, and both can continue to the sign-in", async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
  const [one, other] = [await opened(), await opened()];
  expect(one).toBe(other);
  expect(tokenIn(one)).toBe(publicFormToken("quantity"));
  const response = await post({ csrf: tokenIn(one) });
  expect([response.status, response.location?.split("?")[0]]).toEqual([303, "/Login"]);
});

test("a browser that does not report a post's origin gets the form back once, with its values", async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
  const first = await post({ csrf: tokenIn(await opened()) }, { silent: true });
  expect(first.status).toBe(422);
  expect(attributesOf(first.html, "[name=buyAmount]", "value")).toEqual(["3"]);
  expect(textsOf(first.html, "[role=alert], #summary").join(" ")).not.toBe("");
  const own = tokenIn(first.html);
  expect(own).not.toBe(publicFormToken("quantity"));
  const second = await post({ csrf: own }, { silent: true });
  expect([second.status, second.location?.split("?")[0]]).toEqual([303, "/Login"]);
});

test("another site that posts the public token achieves nothing", async () => {
  const response = await post({ csrf: publicFormToken("quantity") }, { from: "cross-site" });
  expect(response.status).toBe(403);
});

test("a visitor who signed in after opening the page gets a quote from it, but no further", async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
  const cookies = String((await signedIn(sandbox)).cookies);
  const response = await post({ csrf: publicFormToken("quantity") }, { cookies });
  expect([response.status, response.location]).toEqual([303, confirmPath("3")]);
  const silent = await post({ csrf: publicFormToken("quantity") }, { cookies, silent: true });
  expect(silent.status).toBe(422);
  expect(tokenIn(silent.html)).not.toBe(publicFormToken("quantity"));
});
