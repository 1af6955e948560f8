import { expect, test } from "vitest";
import { readPowerPages } from "~/routes/Index.Power/market.server";
import { envelope, usePeer } from "../../support/upstream-peer";

const peer = await usePeer();

const LIST = { data: [{ productId: 1, title: "One", productStatus: 1, price: "1", paySymbol: "USDT" }], count: 1 };
const MARKET = { market: { coinList: { USDT: { showName: "Tether" } }, followCoinList: {} } };

test("the list is requested without waiting for the names", async () => {
  let tell = () => {};
  const isListAsked = new Promise<void>((resolve) => (tell = resolve));
  peer.reply = async ({ path }) => {
    if (path.endsWith("/project_sku")) tell();
    else await isListAsked;
    return envelope(path.endsWith("/project_sku") ? LIST : MARKET);
  };
  const { list } = await readPowerPages("en_US", null);
  expect(list?.products).toMatchObject([{ title: "One", coin: "Tether" }]);
});
