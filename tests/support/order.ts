/** An order as the upstream sends it. */
export const ORDER = {
  orderNum: "20261120001",
  orderTime: 1_628_238_650_000,
  tokenAmount: "2.5",
  miningCycle: 540,
  serviceFeeRatio: "20",
  payAmount: "1234.5678901234",
  paySymbol: "USDT",
  profitRatio: "32.5",
  orderStatus: 0,
};
