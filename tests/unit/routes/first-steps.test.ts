import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { browserAt } from "../../support/documents";
import { all, linksOf, textOf } from "../../support/html";
import { memberOf, pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const t = getText("en_US");
const sandbox = await useUpstream();
const PRIVATE = ["user_info", "account_balance", "getOrderList"] as const;
const HOME = "/Index/Home";

const member = (options?: Parameters<typeof memberOf>[1]) => memberOf(sandbox, options);

const give = (call: string, data: unknown) =>
  sandbox.fail(call, { kind: "answer", body: { code: "0", msg: "", data } });
const user = (googleStatus: number) => give("user_info", { userAccount: "a@example.com", googleStatus });
const orders = (count: number) =>
  give("getOrderList", { count, orderList: count ? [{ orderNum: "1", orderStatus: 0 }] : [] });
const assets = (allBalance: unknown) => give("account_balance", { allCoinMap: { USDT: { allBalance } } });

/** The steps of the account centre: the text of each row, and where its filled button leads. */
function stepsOf(html: string) {
  return {
    rows: all(html, "ol li").map(textOf),
    button: all(html, "section a.button").map((link) => link.attr("href")),
  };
}

test.each([
  ["nothing done", 0, "0", 0, ["not done yet", "not done yet", "not done yet"], "/GoogleBind"],
  ["bound", 1, "0", 0, ["done", "not done yet", "not done yet"], "/Recharge"],
  ["deposited", 1, "0.00000001", 0, ["done", "done", "not done yet"], "/Index/Power"],
  ["deposited before binding", 0, "5", 0, ["not done yet", "done", "not done yet"], "/GoogleBind"],
  ["all spent on an order", 0, "0", 1, ["not done yet", "done", "done"], "/GoogleBind"],
])("the account centre ticks done steps, and the next step is its primary button: %s", async (_, ...given) => {
  const [bound, balance, count, states, next] = given;
  const { browser } = await member();
  await Promise.all([user(bound), assets(balance), orders(count)]);
  const { html } = await browser.open("/UserCenter");
  const labels = ["Link authenticator", "Make a deposit", "Place your first order"];
  const doneLabels = ["Authenticator linked", "Deposit made", "First order placed"];
  expect(stepsOf(html)).toEqual({
    rows: [
      "Account created done",
      ...states.map((state, index) => `${(state === "done" ? doneLabels : labels)[index]} ${state}`),
    ],
    button: [next],
  });
});

test.each([
  ["account_balance", 1, "/Index/Power"],
  ["getOrderList", 2, "/Recharge"],
])("an unreadable step counts as neither done nor open: %s", async (call, row, next) => {
  const { browser } = await member();
  await Promise.all([user(1), assets("0"), orders(0)]);
  await sandbox.fail(call, { kind: "html" });
  const { html, status } = await browser.open("/UserCenter");
  expect(status).toBe(200);
  const { rows, button } = stepsOf(html);
  expect(rows[row + 1]).toContain(t("FirstSteps.state-unknown"));
  expect(button).toEqual([next]);
});

test("once all steps are done they disappear, and this browser makes no further calls for them", async () => {
  const { browser } = await member();
  await Promise.all([user(1), assets("1"), orders(1)]);
  const first = await browser.open("/UserCenter");
  expect(stepsOf(first.html)).toEqual({ rows: [], button: [] });
  expect(first.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^steps=[\w-]{22}; .*Max-Age=31536000/));
  const before = await sandbox.calls("user_info");
  expect((await browser.open(HOME)).status).toBe(200);
  expect(await sandbox.calls("user_info"), "Home does not ask for the user").toBe(before);
  const other = await member({ balances: {} });
  other.browser.jar.set("steps", browser.jar.get("steps") ?? "");
  await sandbox.heal();
  expect(textOf((await other.browser.open(HOME)).html), "another account on this browser").toContain("2 of 4 done");
});

test("Home shows the progress and the next step in one line with a link", async () => {
  const { browser } = await member({ balances: {} });
  const { html } = await browser.open(HOME);
  expect(textOf(html)).toContain("2 of 4 done. Next: Make a deposit");
  expect(linksOf(html)).toContainEqual({ href: "/Recharge", text: "Make a deposit" });
});

test("Home shows no count if a step is unreadable, and nothing if all are", async () => {
  const { browser } = await member({ balances: {} });
  await sandbox.fail("getOrderList", { kind: "html" });
  const part = textOf((await browser.open(HOME)).html);
  expect(part).toContain("Next: Make a deposit");
  expect(part).not.toContain("of 4 done");
  const other = await member({ balances: {} });
  await Promise.all(PRIVATE.map((call) => sandbox.fail(call, { kind: "html" })));
  const none = await other.browser.open(HOME);
  expect(none.status).toBe(200);
  expect(textOf(none.html)).not.toContain(t("FirstSteps.next"));
});

test.each(["html", "hang"] as const)(
  "after a failure Home retries only after half a minute, so it waits just once: %s",
  async (kind) => {
    const { browser } = await member({ balances: {} });
    await Promise.all(PRIVATE.map((call) => sandbox.fail(call, { kind })));
    expect((await browser.open(HOME)).status).toBe(200);
    const before = await sandbox.calls("user_info");
    expect((await browser.open(HOME)).status).toBe(200);
    expect(await sandbox.calls("user_info")).toBe(before);
  },
);

test.each([
  ["account_balance", "Home.balanceUnread", ".overview-sum"],
  ["getOrderList", "Home.ordersUnread", ".overview-order"],
] as const)("Home does not wait for a call that hangs, and says what is missing: %s", async (call, text, part) => {
  const { browser } = await member();
  await sandbox.fail(call, { kind: "hang" });
  const { html, status } = await browser.open(HOME);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t(text));
  expect(all(html, part)).toHaveLength(0);
  expect(all(html, ".product")).toHaveLength(3);
});

test("signed out, Home makes no account call and shows no progress", async () => {
  const browser = browserAt(pages, "en_US");
  browser.jar.set("steps", "x".repeat(22));
  const { html, headers } = await browser.open(HOME);
  expect(textOf(html)).not.toContain(t("FirstSteps.next"));
  expect(headers.getSetCookie()).toEqual([]);
  for (const call of PRIVATE) expect(await sandbox.calls(call), call).toBe(0);
});
