import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Hostility, type Target } from "./attack";
import { ALIKE } from "./hostile-replies";
import { ask, pageHeadOf, openSockets, repeat, statusOf } from "./wires";

/** Attacks by servers that the storefront relies on. They send far too much. */

/** Sends searches, which are not cached, so that each calls the upstream. */
const search = (target: Target, { atATime, times } = { atATime: 2, times: 8 }) =>
  repeat({ atATime, forMs: 8_000, times }, (number) =>
    ask(target, pageHeadOf(target, `GET /Notice?q=x${number}`), number),
  );

/** Requests pages that read and write the store. */
export const readStore = (target: Target, forMs: number, pauseMs: number) =>
  repeat({ atATime: 4, forMs }, async (number) => {
    const cookie = target.accounts[number % target.accounts.length] ?? "";
    await ask(target, pageHeadOf(target, "GET /MyOrder", { Cookie: cookie }), number % 100, 5_000);
    await wait(pauseMs);
  });

/** An account requests a page a few times. */
const openOwn = (target: Target, path: string) =>
  repeat({ atATime: 2, forMs: 8_000, times: 6 }, (number) =>
    ask(target, pageHeadOf(target, `GET ${path}`, { Cookie: target.accounts[0] ?? "" }), number),
  );

/** Requests deposit pages, each of which reads the market again. */
const deposit = (target: Target) => openOwn(target, "/Recharge");

const upstream = (call: string, reply: string): Hostility => ({ server: "upstream", call, reply });
const toSearches = (item: string, name: string, reply: string, sent: string, often?: Parameters<typeof search>[1]) =>
  attack(item, name, `the upstream sends ${sent}`, {
    hostility: upstream("notice_info_list", reply),
    prepare: (target) => () => search(target, often),
  });

/** Makes an attack in which one account opens its deposit page. */
const toDepositor = (name: string, reply: string, sent: string) =>
  attack("13", name, `the upstream sends ${sent}, to an account that deposits`, {
    accounts: 1,
    hostility: upstream("public_info_market", reply),
    prepare: (target) => () => deposit(target),
  });

/** Makes an attack in which strangers open the list of miners: the first page, or different pages. */
const toMiners = (name: string, reply: string, sent: string, times: number, isPaged: boolean) =>
  attack("13", name, `the upstream sends ${sent}, to ${times} visitors`, {
    hostility: upstream("project_sku", reply),
    buys: "after",
    prepare: (target) => () =>
      repeat({ atATime: 2, forMs: 2_000 * times, times }, (number) => {
        const line = `GET /Index/Miner${isPaged ? `?page=${number + 1}` : ""}`;
        return ask(target, pageHeadOf(target, line), number, 10_000);
      }),
  });

const PINNED = 150;
const TOGETHER = { addresses: 20, each: 40 };
const DOWNLOADS_EACH = 2;
const MANY_ETAGS = { "If-None-Match": ",".repeat(22_000) };

/** Strangers request products with ids that do not exist. */
const askForProducts = (target: Target) =>
  repeat({ atATime: 3, forMs: 20_000, times: PINNED }, (number) =>
    ask(target, pageHeadOf(target, `GET /PowerProductDetail/P${number}`), number % 20),
  );

/** Each account repeatedly begins downloads without reading them. */
async function downloadUnread(target: Target): Promise<void> {
  const sockets: Socket[] = [];
  const untilMs = performance.now() + 20_000;
  const hold = async (account: number): Promise<void> => {
    const request = pageHeadOf(target, "GET /MyOrder.json", { Cookie: target.accounts[account] ?? "" });
    while (performance.now() < untilMs) {
      const [socket] = await openSockets(target, 1, 1 + account);
      if (!socket) continue;
      socket.write(request);
      const status = await statusOf(socket, 5_000);
      socket.pause();
      sockets.push(socket);
      await wait(status === 200 ? 10_000 : 700);
      if (status !== 200) socket.destroy();
    }
  };
  const holders = target.accounts.flatMap((_, account) => Array.from({ length: DOWNLOADS_EACH }, () => hold(account)));
  await Promise.all(holders);
  for (const socket of sockets) socket.destroy();
}

/** Each account reads its downloads as they arrive. */
const downloadAll = (target: Target) =>
  repeat({ atATime: DOWNLOADS_EACH * target.accounts.length, forMs: 1_000 }, async (number) => {
    const account = number % target.accounts.length;
    const [socket] = await openSockets(target, 1, 1 + account);
    socket?.resume().write(pageHeadOf(target, "GET /MyOrder.json", { Cookie: target.accounts[account] ?? "" }));
    await wait(25_000);
    socket?.destroy();
  });

/** Sends searches, the first of which begins to read the catalogue. */
const searchPlans = (target: Target, words: string) =>
  repeat({ atATime: 4, forMs: 20_000, times: 200 }, async (number) => {
    await ask(target, pageHeadOf(target, `GET /Index/Power?q=${encodeURIComponent(words)}`), number % 50);
    await wait(200);
  });

/** All visitors wait for the same response, each for a different notice in it. */
const readNotices = (target: Target) =>
  Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      ask(target, pageHeadOf(target, `GET /NoticeDetail?id=${index + 1}`), index % TOGETHER.addresses),
    ),
  );

/** All visitors wait for the same response. */
const waitTogether = (target: Target) =>
  Promise.all(
    Array.from({ length: TOGETHER.addresses * TOGETHER.each }, (_, index) =>
      ask(target, pageHeadOf(target, "GET /Index/Power?page=2&_data=routes%2FIndex.Power"), index % TOGETHER.addresses),
    ),
  );

/** All visitors wait for the same page. */
const waitForPage = (target: Target) =>
  Promise.all(
    Array.from({ length: TOGETHER.addresses * TOGETHER.each }, (_, index) =>
      ask(target, pageHeadOf(target, "GET /Index/Power?x=1", MANY_ETAGS), index % TOGETHER.addresses),
    ),
  );

export const DEPENDENCIES: readonly Attack[] = [
  attack("6", "redis-flood", "a Redis whose replies never end, on six connections", {
    accounts: 4,
    hostility: { server: "redis" },
    buys: "after",
    suits: ({ store }) => store === "redis",
    prepare: (target) => () => readStore(target, 8_000, 100),
  }),
  toSearches("6", "json-keys", "500,000 keys", "500,000 JSON keys, to 8 searches"),
  toSearches("6", "json-numbers", "1.8 million inexact numbers", "1.8 million numbers `1.0`, to 8 searches"),
  toSearches("13", "most-keys", "99,000 keys", "as many JSON keys as are read, to 8 searches"),
  toSearches("13", "most-numbers", "39,000 inexact numbers", "as many inexact numbers as are read, to 8 searches"),
  toSearches(
    "13",
    "json-numbers-in-a-row",
    "numbers in a row",
    "3.7 million numbers `-1` without commas, to 8 searches",
  ),
  ...["texts in texts", "broken texts", "long names", "different entities"].map((reply) =>
    toSearches("13", reply.replaceAll(" ", "-"), reply, `up to 8 MB of ${reply}, to 8 searches`),
  ),
  toDepositor("multiplied-names", "multiplied names", "90,000 names of ten coins, one with 1,400 networks"),
  toDepositor("texts-named-twice", "texts named twice", "7 MB of names of coins in which a part is named twice"),
  toDepositor("numbers-broken", "broken numbers", "2,900 coins with numbers of 99 digits and a letter"),
  toDepositor("blank-state", "blank state", "a coin with 2,900 networks whose state is a text of 7 MB of blanks"),
  attack("13", "long-flags", "the upstream sends 89,000 flags with many underscores, to an account that deposits", {
    accounts: 1,
    hostility: upstream("public_info_v5", "long flags"),
    buys: "after",
    prepare: (target) => () => deposit(target),
  }),
  attack("13", "steps-fine", "the upstream sends 1,000 products with steps of 40 digits, to 12 visitors", {
    hostility: upstream("project_sku", "fine steps"),
    buys: "after",
    prepare: (target) => () =>
      repeat({ atATime: 2, forMs: 12_000, times: 12 }, (number) =>
        ask(target, pageHeadOf(target, `GET /Index/Power?page=${number + 1}`), number, 10_000),
      ),
  }),
  ...[
    [
      "hosts-of-marks",
      "hosts of marks",
      "1,900 products whose pictures are at hosts of 2,000 combining marks",
    ] as const,
    ["hosts-growing", "growing hosts", "9,900 pictures at hosts that grow when they are normalised"] as const,
  ].map(([name, reply, sent]) => toMiners(name, reply, sent, 4, false)),
  ...["interim heads", "one-byte chunks"].map((reply) =>
    attack("13", `responses-of-${reply.replace(" ", "-")}`, `the upstream sends ${reply}, to 120 searches at a time`, {
      hostility: upstream("notice_info_list", reply),
      buys: "after",
      prepare: (target) => () => search(target, { atATime: 120, times: 10_000 }),
    }),
  ),
  ...["together", "compressed together"].map((reply) => {
    const sent = `7.5 MB to each of 120 searches at a time, ${reply}`;
    return toSearches("13", `responses-${reply.replace(" ", "-")}`, reply, sent, { atATime: 120, times: 10_000 });
  }),
  attack("13", "titles-kept", `the upstream sends titles of 7.5 MB, for ${PINNED} made-up products`, {
    hostility: upstream("project_sku_detail", "long title"),
    buys: "after",
    prepare: (target) => () => askForProducts(target),
  }),
  toMiners(
    "paths-growing",
    "growing paths",
    "1,000 products a page whose pictures have paths of 2,000 characters",
    8,
    true,
  ),
  attack("13", "banners-listed", "the upstream sends 1,300 banners with long addresses, to 40 requests for data", {
    hostility: upstream("kv", "many banners"),
    buys: "after",
    prepare: (target) => () =>
      repeat({ atATime: 4, forMs: 10_000, times: 40 }, (number) =>
        ask(target, pageHeadOf(target, "GET /Index/Home?_data=routes%2FIndex.Home"), number, 10_000),
      ),
  }),
  ...[
    ["pictures-listed", "many pictures", "lists with 190,000 addresses of pictures"] as const,
    ["texts-of-broken-json", "broken JSON", "33,000 attributes whose texts begin like JSON"] as const,
  ].map(([name, reply, sent]) => toMiners(name, reply, sent, 6, true)),
  ...[
    ["cards-listed", "to 20 visitors at a time", 20, ""] as const,
    ["cards-added", "as data to 60 visitors at a time", 60, "&_data=routes%2FIndex.Power"] as const,
  ].map(([name, to, atATime, data]) =>
    attack("13", name, `the upstream sends 2,000 products a page with long addresses, ${to}`, {
      hostility: upstream("project_sku", "long cards"),
      buys: "after",
      prepare: (target) => () =>
        repeat({ atATime, forMs: 8_000, times: 200 }, (number) => {
          const line = `GET /Index/Power?page=${1 + (number % 6)}${data}`;
          return ask(target, pageHeadOf(target, line, { "Accept-Encoding": "gzip" }), number % 20, 20_000);
        }),
    }),
  ),
  attack("13", "attributes-listed", "the upstream sends a product with 6,000 attributes, to 20 visits of an account", {
    accounts: 1,
    hostility: upstream("project_sku_detail", "many attributes"),
    buys: "after",
    prepare: (target) => () =>
      repeat({ atATime: 2, forMs: 12_000, times: 20 }, (number) =>
        ask(
          target,
          pageHeadOf(target, "GET /MinerProductDetail/2001", { Cookie: target.accounts[0] ?? "" }),
          number,
          10_000,
        ),
      ),
  }),
  attack("13", "downloads-unread", "the upstream sends pages of 7.5 MB, to 64 downloads that are not read", {
    accounts: 32,
    hostility: upstream("getOrderList", "long rows"),
    buys: "after",
    prepare: (target) => () => downloadUnread(target),
  }),
  attack("13", "coins-listed", "the upstream sends 9,900 coins, to an account that deposits", {
    accounts: 1,
    hostility: upstream("account_balance", "many coins"),
    buys: "after",
    prepare: (target) => () => deposit(target),
  }),
  attack("13", "coins-shown", "the upstream sends 9,900 coins, to an account that looks at its balances", {
    accounts: 1,
    hostility: upstream("account_balance", "long amounts"),
    buys: "after",
    prepare: (target) => () => openOwn(target, "/Assets"),
  }),
  attack("13", "orders-downloaded", "the upstream sends pages of 2,000 orders, to 64 downloads", {
    accounts: 32,
    hostility: upstream("getOrderList", "long orders"),
    buys: "after",
    prepare: (target) => () => downloadAll(target),
  }),
  attack("13", "orders-sorted", "the upstream sends pages of 2,000 orders, to an account that sorts them", {
    accounts: 1,
    hostility: upstream("getOrderList", "long orders"),
    buys: "after",
    prepare: (target) => () =>
      repeat({ atATime: 2, forMs: 10_000, times: 6 }, (number) =>
        ask(target, pageHeadOf(target, "GET /MyOrder?sort=amount", { Cookie: target.accounts[0] ?? "" }), number),
      ),
  }),
  attack("13", "plans-growing", "the upstream sends 2,000 products a page whose texts grow when normalised", {
    hostility: upstream("project_sku", "growing texts"),
    buys: "after",
    prepare: (target) => () => searchPlans(target, "x"),
  }),
  attack("13", "plans-alike", "the upstream sends 10,000 products, to 200 searches of words that almost fit", {
    hostility: upstream("project_sku", "alike texts"),
    buys: "after",
    prepare: (target) => () => searchPlans(target, ALIKE),
  }),
  attack("13", "names-in-names", "the upstream sends a coin whose 200 names are in those of its 2,900 networks", {
    accounts: 1,
    hostility: upstream("public_info_market public_info_v5", "names in names"),
    buys: "after",
    prepare: (target) => () => deposit(target),
  }),
  attack("13", "notices-together", "100 strangers wait for a list of 100 long notices, each for another one", {
    hostility: upstream("notice_info_list", "long notices"),
    buys: "after",
    prepare: (target) => async () => void (await readNotices(target)),
  }),
  attack("13", "reads-together", "800 strangers wait for one response of the upstream, which comes after 2 s", {
    hostility: upstream("project_sku", "late"),
    buys: "after",
    prepare: (target) => async () => void (await waitTogether(target)),
  }),
  attack("13", "page-together", "800 strangers wait for one page, each with 22,000 ETags", {
    hostility: upstream("project_sku", "late"),
    buys: "after",
    prepare: (target) => async () => void (await waitForPage(target)),
  }),
];
