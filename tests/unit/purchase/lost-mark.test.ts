import Libsql from "libsql";
import { join } from "node:path";
import { beforeEach, expect, test, vi, onTestFinished } from "vitest";
import { getText } from "~server/texts/text";
import { blockedBy, readAttempts, lockAccount } from "~server/purchase/attempts";
import { OUTCOME_WAIT_MS, openLedger } from "~server/purchase/ledger";
import { openQuote } from "~server/purchase/quote";
import { payerOf } from "~server/purchase/signature";
import { readSession } from "~server/session/session";
import { env } from "~server/env";
import { store } from "~server/store/shared";
import { CODE_PATH, PRODUCT, PRODUCT_PATH, PURCHASE } from "../../support/purchase-paths";
import { buyerOf, TERMS, type Buyer } from "../../support/buying";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { passWait } from "../../support/pass-wait";
import { useUpstream } from "../../support/upstream";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { pageRequest } from "../../support/requests";
import { useStoreIn } from "../../support/store";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a Redis, which cuts connections at a chosen command. */
interface CuttingProxy {
  url: string;
  /**
   * Cuts every connection once, at the next command that contains a text.
   *
   * @param options.isCarriedOut true if Redis executes the command, so that only the response is lost
   * @param options.isGone true if Redis cannot be reached afterwards, until `comeBack`
   */
  cutAt(text: string, options: { isCarriedOut: boolean; isGone?: boolean }): void;
  comeBack(): void;
  /** How often it has cut connections. */
  cuts: () => number;
}

/** Starts a proxy in front of the Redis at a port; it stops at the end of the test. */
async function startCuttingProxy(redisPort: number): Promise<CuttingProxy> {
  const clients = new Set<Socket>();
  let next: { text: string; isCarriedOut: boolean; isGone?: boolean } | undefined;
  let isGone = false;
  let cuts = 0;

  function cut(): void {
    cuts += 1;
    for (const client of clients) client.destroy();
  }

  const server = createServer((client) => {
    if (isGone) return void client.destroy();
    clients.add(client);
    const redis = connect(redisPort, "127.0.0.1");
    let isCutting = false;
    client.on("data", (sent) => {
      if (next && sent.includes(next.text)) {
        const { isCarriedOut } = next;
        isGone = next.isGone ?? false;
        next = undefined;
        if (!isCarriedOut) return cut();
        isCutting = true;
      }
      redis.write(sent);
    });
    redis.on("data", (response) => {
      // Redis responds only after it has executed a command.
      if (isCutting) cut();
      else client.write(response);
    });
    for (const socket of [client, redis]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clients.delete(client);
        client.destroy();
        redis.end();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No free port");
  onTestFinished(() => {
    server.close();
    for (const client of clients) client.destroy();
  });
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cutAt: (text, options) => void (next = { text, ...options }),
    comeBack: () => void (isGone = false),
    cuts: () => cuts,
  };
}

/**
 * When the store's response to marking a payment as "sending" is lost, nothing is sent, the page says so, and the
 * buyer can buy again immediately, whether the mark was written or not.
 */

/** Text of the mark that no earlier write to the store contains. */
const MARK = '"state":"sending"';

const t = getText("en_US");
const sandbox = await useUpstream();
const redis = await useRedis();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

/** The quote that a sheet pays, as another process would read it. */
async function quoteOf(buyer: Buyer, signed: string | undefined) {
  const session = await readSession(pageRequest("/", { cookies: buyer.cookies }));
  const quote = await openQuote(signed ?? "", payerOf(session ?? { id: "" }));
  if (!quote) throw new Error("The sheet has no quote.");
  return quote;
}

test.skipIf(!hasRedis).each([
  ["after Redis has written it", true],
  ["before Redis gets it", false],
] as const)(
  "the connection to Redis is cut at the sending mark, %s: not charged, and the next try buys",
  async (_, written) => {
    const proxy = await startCuttingProxy(Number(new URL(redis?.url ?? "").port));
    await useStoreIn(proxy.url);
    const buyer = await buyerOf(sandbox);
    const sheet = await buyer.toCode();
    const quote = await quoteOf(buyer, sheet.field("quote"));
    proxy.cutAt(MARK, { isCarriedOut: written });
    const response = await buyer.pay(sheet);
    expect(proxy.cuts()).toBe(1);
    expect([response.status, response.text]).toEqual([503, expect.stringContaining(t("errors.notCharged"))]);
    expect(await sandbox.calls(PURCHASE)).toBe(0);
    // Another process and another tab see the same outcome.
    expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "notSent" });
    expect(await blockedBy(String(buyer.account.id), PRODUCT)).toBeNull();
    expect((await buyer.open(PRODUCT_PATH)).field("buyAmount")).toBeDefined();
    expect((await buyer.pay(response)).location).toMatch(/^\/Successpay/);
    expect(await sandbox.calls(PURCHASE)).toBe(1);
  },
);

test.skipIf(!hasRedis)("after Redis fails while the mark is written and recovers, nothing stays blocked", async () => {
  const proxy = await startCuttingProxy(Number(new URL(redis?.url ?? "").port));
  await useStoreIn(proxy.url);
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  proxy.cutAt(MARK, { isCarriedOut: true, isGone: true });
  passWait(OUTCOME_WAIT_MS);
  expect((await buyer.pay(sheet)).location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(t("errors.nothingCharged"));
  expect(page.text).toContain(t("errors.buyingUnavailable"));
  proxy.comeBack();
  const isFree = () => readAttempts(String(buyer.account.id)).then(({ attempts }) => attempts.length === 0);
  await vi.waitUntil(() => isFree().catch(() => false), LONG_WAIT);
  await vi.waitUntil(async () => (await buyer.buy()).location !== null, LONG_WAIT);
  expect((await buyer.pay(await buyer.open(CODE_PATH))).location).toMatch(/^\/Successpay/);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});

/** Loses the file's response to the next mark, written or not. */
function loseMark(isWritten: boolean): void {
  const sharedStore = store();
  const { commit } = sharedStore;
  const lost = vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
    if (!JSON.stringify(change.write).includes("sending")) return commit(change);
    if (isWritten) await commit(change);
    lost.mockImplementation(commit);
    throw new Error("lost");
  });
}

test.each([true, false])(
  "the file loses the mark's response (written: %s): not charged, not blocked",
  async (written) => {
    const buyer = await buyerOf(sandbox);
    let sheet = await buyer.toCode();
    // None of these counts as a wrong code; five of those would pause the account.
    for (let n = 0; n < 6; n += 1) {
      loseMark(written);
      sheet = await buyer.pay(sheet);
      expect([sheet.status, sheet.text]).toEqual([503, expect.stringContaining(t("errors.notCharged"))]);
    }
    expect(await sandbox.calls(PURCHASE)).toBe(0);
    expect((await buyer.pay(sheet)).location).toMatch(/^\/Successpay/);
  },
);

test("another process locks the file: not charged, and the purchase succeeds once it is free", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const other = new Libsql(join(env().DATA_DIR, "storefront.db"));
  other.exec("BEGIN IMMEDIATE");
  const refused = await buyer.pay(sheet);
  other.exec("ROLLBACK");
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(t("errors.ledgerUnavailable"))]);
  expect(await sandbox.calls(PURCHASE)).toBe(0);
  expect((await buyer.pay(sheet)).location).toMatch(/^\/Successpay/);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});

test("another process locks the file at the mark: not charged, not blocked", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const other = new Libsql(join(env().DATA_DIR, "storefront.db"));
  const sharedStore = store();
  const { commit } = sharedStore;
  const held = vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
    if (JSON.stringify(change.write).includes("sending")) {
      other.exec("BEGIN IMMEDIATE");
      held.mockImplementation(commit);
    }
    return commit(change);
  });
  passWait(OUTCOME_WAIT_MS);
  const refused = await buyer.pay(sheet);
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(t("errors.notCharged"))]);
  other.exec("ROLLBACK");
  expect(await sandbox.calls(PURCHASE)).toBe(0);
  // The account's lock is released last.
  const isFree = async () => {
    const lock = await lockAccount(String(buyer.account.id));
    await lock?.release();
    return lock !== null;
  };
  await vi.waitUntil(() => isFree().catch(() => false), LONG_WAIT);
  expect((await readAttempts(String(buyer.account.id))).attempts).toEqual([]);
  expect((await buyer.pay(refused)).location).toMatch(/^\/Successpay/);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});
