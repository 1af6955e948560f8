import { expect, test } from "vitest";
import { CALL_NAMES } from "@storefront/sandbox/calls";
import { SCENARIOS } from "@storefront/sandbox/scenarios";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { signInAt } from "@storefront/sandbox/test/calls";
import { diagnose, runDoctor, settingOf } from "../../support/doctor";
import { sampleOf } from "@storefront/test-support/sample";
import { COLUMNS } from "../../faults/columns";
import { useUpstream } from "../../support/upstream";

/** `npm run doctor` on the sandbox: questions, findings, and things that it must never do or print. */

const sandbox = await useUpstream();
const [{ email, password }] = DEMO_ACCOUNTS;
const authenticator = async (at: Sandbox = sandbox) => [email, password, await at.code(email, "google")];

/** The doctor makes only these calls and the two of a sign-in. */
const PUBLIC = [
  ...["public_info_v5", "tartCaptcha", "public_info_market", "kv", "project_sku", "project_sku_detail"],
  ...["notice_info_list", "app_download"],
];
const PRIVATE = ["user_info", "account_balance", "getUserAccountByUid", "getOrderList", "deposit_list"];
const SIGN_IN = ["login_in", "confirm_login"];

async function called(at: Sandbox): Promise<string[]> {
  const counts = await Promise.all(CALL_NAMES.map(async (name) => [name, await at.calls(name)] as const));
  return counts.filter(([, count]) => count > 0).map(([name]) => name);
}

test("a shop whose data can all be read has no problems", async () => {
  const demo = await startSandbox({ scenario: SCENARIOS.demo });
  try {
    const report = await diagnose(demo.url, { typed: await authenticator(demo) });
    expect(report.calls.filter(({ outcome }) => outcome !== "read")).toEqual([]);
    expect([report.exitCode, report.signedIn, report.settings]).toEqual([0, true, []]);
    const asked = new Set(report.calls.map(({ call }) => call.replace(/ \(.*/, "")));
    expect(asked).toEqual(new Set([...PUBLIC, ...SIGN_IN, ...PRIVATE, "pictures"]));
    expect((await called(demo)).sort()).toEqual([...PUBLIC, ...SIGN_IN, ...PRIVATE].sort());
    const orders = report.calls.find(({ call }) => call === "getOrderList");
    expect(orders?.found).toContain("status 0 (paid)");
    expect(orders?.fields).toContainEqual({ name: "payAmount", of: 7, sent: 7, read: 7 });
  } finally {
    await demo.close();
  }
});

test("addresses are requested and shown only on demand", async () => {
  const plain = await runDoctor(sandbox.url, { typed: await authenticator() });
  expect(await called(sandbox)).not.toContain("get_charge_address");
  const report = await diagnose(sandbox.url, { typed: await authenticator(), options: ["--addresses"] });
  const addresses = report.calls.filter(({ call }) => call.startsWith("get_charge_address"));
  expect(addresses.length).toBeGreaterThan(5);
  for (const { found } of addresses) {
    const [address = ""] = found.split(",");
    expect(address.length).toBeGreaterThan(10);
    expect(plain.text).not.toContain(address);
  }
  const never = ["toopen_google_authenticator", "smsValidCode", "emailValidCode", "login_out", "userPayMinerOrderV2"];
  for (const name of never) expect(await sandbox.calls(name)).toBe(0);
});

test("without an account it checks the public reads and the path of the storage product", async () => {
  const report = await diagnose(sandbox.url, { options: ["--public"] });
  expect([report.exitCode, report.signedIn]).toEqual([0, false]);
  expect((await called(sandbox)).sort()).toEqual([...PUBLIC, "getUserAccountByUid"].sort());
  const nothingTyped = await runDoctor(sandbox.url);
  expect(nothingTyped.text).toContain("Account reads were skipped.");
  expect(nothingTyped.exitCode).toBe(0);
});

test("typed secrets and session tokens are never printed, even if the upstream repeats them", async () => {
  const typed = await authenticator();
  const [, , code = ""] = typed;
  await sandbox.fail("user_info", { kind: "error", code: 90417, msg: `no ${email} with ${password}, ${code}` });
  const { text, asked } = await runDoctor(sandbox.url, { typed });
  const tokens = (await sandbox.requests("getOrderList")).map(({ headers }) => headers["exchange-token"]);
  expect([tokens.length, typeof tokens[0]]).toEqual([1, "string"]);
  for (const secret of [email, password, code, String(tokens[0])]) {
    expect(text).not.toContain(secret);
    expect(asked).not.toContain(secret);
  }
  expect(text).toContain("code 90417 no … with …");
  expect(asked).toContain("Password (not shown)");
});

const HOSTILE = "\u001b[2J\u202Ea@example.com\u0000";

test("printed upstream text has no control or direction characters, and no addresses", async () => {
  const order = { orderNum: `N${HOSTILE}`, orderStatus: HOSTILE, status_text: HOSTILE, payAmount: `12 ${HOSTILE}` };
  const body = { code: 0, data: { count: 1, orderList: [order] } };
  await sandbox.fail("getOrderList", { kind: "answer", body });
  await sandbox.fail("app_download", { kind: "error", code: 7, msg: HOSTILE });
  for (const options of [[], ["--json"]]) {
    const { text } = await runDoctor(sandbox.url, { typed: await authenticator(), options });
    expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e]|a@example/u);
    expect(text.length).toBeGreaterThan(1_000);
  }
});

const READS = [...PUBLIC, ...PRIVATE];

test.each(
  sampleOf(
    COLUMNS.filter(({ fault, only, knowledge }) => fault && !only && knowledge !== "readable"),
    5,
  ),
)("every failing read is reported: $name", async (column) => {
  const typed = await authenticator();
  for (const name of READS) if (column.fault) await sandbox.fail(name, column.fault);
  // The sign-in needs these public reads; without it no account reads would follow.
  await sandbox.heal("public_info_v5");
  await sandbox.heal("project_sku");
  await sandbox.heal("project_sku_detail");
  const report = await diagnose(sandbox.url, { typed, ...(column.isSlow ? { deadlineMs: 100 } : {}) });
  expect(report.exitCode).toBe(1);
  const healed = /^(?:public_info_v5|project_sku|login_in|confirm_login|pictures)/;
  const fine = report.calls.filter(
    ({ call, outcome, findings }) => !healed.test(call) && outcome === "read" && findings.length === 0,
  );
  expect(fine.map(({ call }) => call)).toEqual([]);
});

test.each(["broken", "odd-rows"] as const)("the scenario %s is diagnosed", async (scenario) => {
  const other = await startSandbox({ scenario: SCENARIOS[scenario] });
  try {
    const report = await diagnose(other.url, { typed: await authenticator(other), deadlineMs: 300 });
    expect(report.exitCode).toBe(1);
    const odd = report.calls.filter(({ findings }) => findings.length > 0).map(({ call }) => call);
    expect(odd).toEqual(expect.arrayContaining(["kv (country-h5)", "notice_info_list (el_GR)", "getOrderList"]));
  } finally {
    await other.close();
  }
});

test("an empty shop can be read, and the report names what it could not check", async () => {
  const empty = await startSandbox({ scenario: SCENARIOS.empty });
  try {
    const report = await diagnose(empty.url, { typed: await authenticator(empty) });
    expect(report.exitCode).toBe(0);
    expect(report.calls.find(({ call }) => call === "getOrderList")?.findings).toEqual([
      { level: "note", text: "no orders: their fields are unknown" },
    ]);
  } finally {
    await empty.close();
  }
});

test("it exits with 2 if nothing answers, without asking for an account", async () => {
  const gone = await startSandbox();
  await gone.close();
  const { text, asked, exitCode } = await runDoctor(gone.url, { typed: [email] });
  expect([exitCode, asked]).toEqual([2, ""]);
  expect(text).toContain("not connected (ECONNREFUSED)");
  expect(text).toContain("Nothing answers at this address.");
  expect(text, "no response is no proof of a wrong setting").not.toContain("To set:");
});

test("at the URL of another service it reports that the URL may be wrong", async () => {
  for (const name of CALL_NAMES) await sandbox.fail(name, { kind: "html" });
  const report = await diagnose(sandbox.url, { options: ["--public"] });
  expect([report.exitCode, settingOf(report, "UPSTREAM_URL")?.level]).toEqual([1, "problem"]);
});

test("a rejected password is a problem, and the account's reads are skipped", async () => {
  const report = await diagnose(sandbox.url, { typed: [email, "not-it"] });
  expect([report.exitCode, report.signedIn]).toEqual([1, false]);
  expect(report.calls.find(({ call }) => call === "login_in")?.outcome).toBe("refused");
});

test("if signing in would send a code, it asks for a session token instead", async () => {
  const account = await sandbox.createAccount({ secondStep: "email" });
  const token = await signInAt(sandbox, account);
  const sent = await sandbox.calls("emailValidCode");
  const { text, exitCode } = await runDoctor(sandbox.url, { typed: [account.email, account.password, token] });
  expect(exitCode).toBe(0);
  expect(text).toContain("identity verified");
  expect(text).not.toContain(token);
  expect(await sandbox.calls("emailValidCode")).toBe(sent);
});

test.each([
  [1, "CAPTCHA_SLIDER_SRC"],
  [2, "CAPTCHA_CHALLENGE_ORIGINS"],
])("with a captcha of kind %d it names %s, and asks for a token", async (kind, variable) => {
  const token = await signInAt(sandbox, await sandbox.createAccount());
  await sandbox.setCaptchaKind(kind);
  const report = await diagnose(sandbox.url, { typed: [token] });
  expect([report.signedIn, settingOf(report, variable)?.level]).toEqual([true, "problem"]);
});
