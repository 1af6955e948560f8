import { setTimeout as wait } from "node:timers/promises";
import type { Attack, Target } from "./attack";
import { attackerAddress, headOf, repeat, statusFor } from "./wires";

/** What the storefront relies on sends more than anybody needs. */

/** Searches are not cached: each one asks the upstream. */
async function search(target: Target, { atATime, times } = { atATime: 2, times: 8 }): Promise<string[]> {
  await repeat({ atATime, forMs: 8_000, times }, (number) =>
    statusFor(target, headOf(target, `GET /Notice?q=x${number}`), {
      from: attackerAddress(number),
      deadlineMs: 10_000,
    }),
  );
  return [];
}

/** Pages that read and write the store. */
async function readStore(target: Target): Promise<string[]> {
  await repeat({ atATime: 4, forMs: 8_000 }, async (number) => {
    const cookie = target.accounts[number % target.accounts.length] ?? "";
    await statusFor(target, headOf(target, "GET /MyOrder", { Cookie: cookie }), {
      from: attackerAddress(number % 100),
      deadlineMs: 5_000,
    });
    await wait(100);
  });
  return [];
}

/** Each page asks for the market anew. */
async function deposit(target: Target): Promise<string[]> {
  const [cookie = ""] = target.accounts;
  await repeat({ atATime: 2, forMs: 8_000, times: 6 }, (number) =>
    statusFor(target, headOf(target, "GET /Recharge", { Cookie: cookie }), {
      from: attackerAddress(number),
      deadlineMs: 10_000,
    }),
  );
  return [];
}

export const DEPENDENCIES: readonly Attack[] = [
  {
    name: "redis-flood",
    item: "6",
    sent: "a Redis whose replies never end, on six connections",
    accounts: 4,
    hostility: { server: "redis" },
    buys: "after",
    suits: ({ store }) => store === "redis",
    prepare: (target) => Promise.resolve(() => readStore(target)),
  },
  {
    name: "json-keys",
    item: "6",
    sent: "the upstream sends 500,000 JSON keys, to 8 searches",
    hostility: { server: "upstream", call: "notice_info_list", reply: "500,000 keys" },
    prepare: (target) => Promise.resolve(() => search(target)),
  },
  {
    name: "json-numbers",
    item: "6",
    sent: "the upstream sends 1.8 million numbers `1.0`, to 8 searches",
    hostility: { server: "upstream", call: "notice_info_list", reply: "1.8 million inexact numbers" },
    prepare: (target) => Promise.resolve(() => search(target)),
  },
  ...(["texts in texts", "broken texts"] as const).map((reply): Attack => ({
    name: reply.replaceAll(" ", "-"),
    item: "13",
    sent: `the upstream sends up to 8 MB of ${reply}, to 8 searches`,
    hostility: { server: "upstream", call: "notice_info_list", reply },
    prepare: (target) => Promise.resolve(() => search(target)),
  })),
  {
    name: "multiplied-names",
    item: "13",
    sent: "the upstream sends 100,000 names of a coin with 1,400 networks, to an account that deposits",
    accounts: 1,
    hostility: { server: "upstream", call: "public_info_market", reply: "multiplied names" },
    prepare: (target) => Promise.resolve(() => deposit(target)),
  },
  {
    name: "hosts-of-marks",
    item: "13",
    sent: "the upstream sends 1,900 products whose pictures are at hosts of 2,000 combining marks, to 4 visitors",
    hostility: { server: "upstream", call: "project_sku", reply: "hosts of marks" },
    buys: "after",
    prepare: (target) =>
      Promise.resolve(async () => {
        const request = headOf(target, "GET /Index/Miner");
        await repeat({ atATime: 2, forMs: 8_000, times: 4 }, (number) =>
          statusFor(target, request, { from: attackerAddress(number), deadlineMs: 10_000 }),
        );
        return [];
      }),
  },
  ...(["together", "compressed together"] as const).map((reply): Attack => ({
    name: `responses-${reply.replace(" ", "-")}`,
    item: "13",
    sent: `the upstream sends 7.5 MB to each of 120 searches at a time, ${reply}`,
    hostility: { server: "upstream", call: "notice_info_list", reply },
    prepare: (target) => Promise.resolve(() => search(target, { atATime: 120, times: 10_000 })),
  })),
];
