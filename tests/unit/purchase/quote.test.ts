import { expect, test } from "vitest";
import { QUOTE_AGE_MS, isExpired, openQuote, signQuote } from "~server/purchase/quote";
import { receiptCookie } from "~server/purchase/receipt";
import { store } from "~server/store/shared";
import { moveClock } from "../../support/move-clock";
import { QUOTED } from "../../support/quote";
import { loseStore } from "../../support/store";
import { setEnv } from "../../support/environment";

const offer = { productId: "7", quantity: "2.5", price: "100.5", paySymbol: "USDT", terms: QUOTED };

const secrets = (value: string | undefined) => setEnv({ SESSION_SECRET: value });

test("a quote can be read in its session, with the quoted values", async () => {
  const quote = await openQuote(await signQuote(offer, "me"), "me");
  expect(quote).toMatchObject(offer);
});

test("every quote has its own number, so that each can be paid once", async () => {
  const [one, other] = await Promise.all([signQuote(offer, "me"), signQuote(offer, "me")]);
  expect((await openQuote(one, "me"))?.id).not.toBe((await openQuote(other, "me"))?.id);
});

test("another session's quote is rejected", async () => {
  expect(await openQuote(await signQuote(offer, "me"), "somebody")).toBeNull();
});

test("a quote does not reveal the session's id", async () => {
  const token = await signQuote(offer, "the-id-of-my-session");
  expect(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).not.toContain("the-id-of-my-session");
});

test("a quote with a changed price, quantity or expiry is rejected", async () => {
  const [header, body = "", signature] = (await signQuote(offer, "me")).split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  for (const change of [{ price: "0.01" }, { quantity: "9999" }, { exp: 9999999999 }, { productId: "8" }]) {
    const changed = Buffer.from(JSON.stringify({ ...claims, ...change })).toString("base64url");
    expect(await openQuote(`${header}.${changed}.${signature}`, "me")).toBeNull();
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    expect(await openQuote(`${none}.${changed}.`, "me")).toBeNull();
  }
});

test("garbage is not a quote", async () => {
  for (const garbage of ["", "quote", "a.b.c", "..", "é", "x".repeat(100_000)]) {
    expect(await openQuote(garbage, "me")).toBeNull();
  }
});

test("a receipt is not a quote", async () => {
  const receipt = { id: "q", productId: "7", tokenAmount: "1", payAmount: "1", terms: {}, atMs: 1 };
  const [value = ""] = (await receiptCookie(receipt, "me")).replace("receipt=", "").split(";");
  expect(await openQuote(value, "me")).toBeNull();
});

test("a quote expires after ten minutes; the payment can still open it", async () => {
  const token = await signQuote(offer, "me");
  moveClock(QUOTE_AGE_MS - 2_000);
  const quote = await openQuote(token, "me");
  expect(quote && isExpired(quote)).toBe(false);
  moveClock(3_000);
  expect(quote && isExpired(quote)).toBe(true);
  expect(await openQuote(token, "me")).toMatchObject(offer);
  expect(await openQuote(token, "somebody")).toBeNull();
});

test("a quote stays valid while its secret is rotated, until its secret is removed", async () => {
  const [older, newer] = ["an-older-secret-of-more-than-32-characters", "a-newer-secret-of-more-than-32-characters"];
  secrets(older);
  const token = await signQuote(offer, "me");
  secrets(`${newer},${older}`);
  expect(await openQuote(token, "me")).toMatchObject(offer);
  secrets(newer);
  expect(await openQuote(token, "me")).toBeNull();
});

test("a quote contains the epoch of the store that records its payment", async () => {
  const { epoch } = (await openQuote(await signQuote(offer, "me"), "me")) ?? {};
  expect(epoch).toBe(await store().epoch());
  await loseStore();
  expect((await openQuote(await signQuote(offer, "me"), "me"))?.epoch).not.toBe(epoch);
});
