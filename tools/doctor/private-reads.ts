import { isObject } from "@storefront/upstream-client/json";
import { env } from "~server/env";
import type { Product } from "~server/upstream/catalogue";
import { SessionExpired, storagePrefix, type UpstreamContext } from "~server/upstream/client";
import {
  accountBalance,
  chargeAddress,
  DEPOSIT_FIELDS,
  depositList,
  type AccountBalance,
} from "~server/upstream/finance";
import type { Market } from "~server/upstream/market";
import { ORDER_FIELDS, orderList, productAccount } from "~server/upstream/orders";
import { userInfo } from "~server/upstream/user";
import { note, problem, type Examination } from "./examination";
import { describeAddress } from "./networks";
import { describeRows, type PublicData } from "./public-reads";
import { checkStatuses, DEPOSIT_WORDS, ORDER_WORDS } from "./statuses";

/** There is a limit, because some upstreams make a new address for each request. */
const ADDRESSES_MAX = 20;
const COINS_MAX = 5;
const DEPOSIT_PAGE = { page: 1, pageSize: 10 } as const;

/** Makes every read of a session. `withAddresses` may make the upstream create addresses. */
export async function readPrivate(
  examination: Examination,
  context: UpstreamContext,
  { market, networks, product, withAddresses }: PublicData & { withAddresses: boolean },
): Promise<void> {
  const { ask, calls } = examination;
  await ask({
    call: "user_info",
    expected: ["userAccount", "id", "authLevel", "googleStatus", "inviteCode"],
    run: () => userInfo(context),
    tell: ({ authLevel, googleBound }) => ({
      found: `identity ${authLevel}, authenticator ${googleBound ? "bound" : "not bound"}`,
    }),
  });
  if (calls.at(-1)?.outcome === "expired") suggestTokenHeader(examination);
  const balance = await ask({
    call: "account_balance",
    expected: [
      ...["allCoinMap", "totalBalance", "totalBalanceSymbol", "allBalance", "normal_balance", "lock_balance"],
      ...["sort", "depositOpen"],
    ],
    run: () => accountBalance(context),
    tell: (read) => describeBalance(read, market),
  });
  await readProductAccount(examination, context, product);
  await readOrders(examination, context);
  const open = balance?.coins.filter(({ depositOpen }) => depositOpen).map(({ symbol }) => symbol) ?? [];
  const payingCoin = product?.paySymbol === undefined ? [] : [product.paySymbol];
  await readDeposits(examination, context, open.length > 0 ? open : payingCoin);
  if (withAddresses) await readAddresses(examination, context, open, { market, networks });
}

function suggestTokenHeader({ suggest, observer }: Examination): void {
  const value = observer.allowedHeaders().find((name) => /token/i.test(name)) ?? null;
  const why = "the platform does not recognise the session it has just created";
  suggest({ level: "problem", variable: "HEADER_TOKEN", value, why });
}

function describeBalance({ coins, omittedCount }: AccountBalance, market: Market | undefined) {
  const open = coins.filter(({ depositOpen }) => depositOpen);
  const lost = open.filter(({ symbol }) => {
    const networks = market?.coin(symbol).networks;
    return networks && (networks.state !== "sent" || networks.chains.length === 0);
  });
  const findings = [
    ...(omittedCount > 0 ? [problem(`${omittedCount} coins cannot be read at all`)] : []),
    ...lost.map(({ symbol }) => problem(`${symbol} accepts deposits, but none of its networks can be read`)),
  ];
  return { found: `${coins.length} coins, ${open.length} take deposits`, findings };
}

async function readOrders({ ask, suggest }: Examination, context: UpstreamContext): Promise<void> {
  await ask({
    call: "getOrderList",
    expected: ["count", "orderList", ...ORDER_FIELDS],
    run: () => orderList(context),
    tell: ({ orders, count, omittedCount }) => {
      const rows = describeRows("orders", orders.length, count, omittedCount);
      const variable = { name: "ORDER_STATUS", known: env().ORDER_STATUS, words: ORDER_WORDS };
      return withStatuses(rows, checkStatuses(variable, orders), suggest);
    },
  });
}

async function readDeposits(
  { ask, suggest }: Examination,
  context: UpstreamContext,
  symbols: readonly string[],
): Promise<void> {
  for (const coinSymbol of symbols.slice(0, COINS_MAX)) {
    const read = await ask({
      call: `deposit_list (${coinSymbol})`,
      expected: ["count", "financeList", ...DEPOSIT_FIELDS],
      run: () => depositList(context, { coinSymbol, ...DEPOSIT_PAGE }),
      tell: ({ deposits, count, omittedCount }) => {
        const rows = describeRows("deposits", deposits.length, count, omittedCount);
        const variable = { name: "DEPOSIT_STATUS", known: env().DEPOSIT_STATUS, words: DEPOSIT_WORDS };
        return withStatuses(rows, checkStatuses(variable, deposits), suggest);
      },
    });
    if (read === undefined || read.deposits.length > 0) return;
  }
}

function withStatuses(
  { found, findings }: ReturnType<typeof describeRows>,
  statuses: ReturnType<typeof checkStatuses>,
  suggest: Examination["suggest"],
): ReturnType<typeof describeRows> {
  for (const setting of statuses.settings) suggest(setting);
  return {
    found: statuses.seen === "" ? found : `${found}, status ${statuses.seen}`,
    findings: [...findings, ...statuses.findings],
  };
}

async function readAddresses(
  { ask, calls }: Examination,
  context: UpstreamContext,
  symbols: readonly string[],
  { market, networks }: Pick<PublicData, "market" | "networks">,
): Promise<void> {
  // The first network of each coin comes before the second of any.
  const open = symbols.flatMap((symbol) => {
    const read = market?.coin(symbol).networks;
    const closed = new Set(
      networks.filter(({ coin, closedBy }) => coin === symbol && closedBy).map(({ name }) => name),
    );
    const chains = read?.state === "sent" ? read.chains.filter(({ name, isOpen }) => isOpen && !closed.has(name)) : [];
    return chains.map(({ name, memo }, place) => ({ name, memo, place }));
  });
  const byName = new Map(open.sort((one, other) => one.place - other.place).map((chain) => [chain.name, chain]));
  for (const { name, memo } of [...byName.values()].slice(0, ADDRESSES_MAX)) {
    await ask({
      call: `get_charge_address (${name})`,
      run: () => chargeAddress(context, { symbol: name }),
      tell: ({ addressStr }, { data }) => ({
        found: isObject(data) ? String(data.addressStr) : "",
        findings: describeAddress(addressStr, memo),
      }),
    });
  }
  if (byName.size > ADDRESSES_MAX)
    calls.at(-1)?.findings.push(note(`${byName.size - ADDRESSES_MAX} more networks were skipped`));
}

export async function readProductAccount(
  { ask, calls, suggest }: Examination,
  context: UpstreamContext,
  product: Product | undefined,
): Promise<void> {
  if (product === undefined) return;
  const call = "getUserAccountByUid";
  if (context.token === undefined) {
    await ask({
      call: `${call} (without a session)`,
      run: () =>
        productAccount(context, product.losslessId).catch((error: unknown) => {
          if (!(error instanceof SessionExpired)) throw error;
          return undefined;
        }),
      tell: (read) =>
        read
          ? { found: "an account", findings: [problem("the platform shows an account without a session")] }
          : { found: "its path exists" },
    });
  } else {
    await ask({
      call,
      expected: ["balance", "accountType"],
      run: () => productAccount(context, product.losslessId),
      tell: () => ({ found: `a balance in ${product.paySymbol ?? "an unknown coin"}` }),
    });
  }
  const { status } = calls.at(-1) ?? {};
  if (status === 404 || status === 405) {
    const why = `nothing is at ${storagePrefix()}/${call}`;
    suggest({ level: "problem", variable: "STORAGE_PRODUCT", value: null, why });
  }
}
