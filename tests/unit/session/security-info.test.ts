import { expect, test } from "vitest";
import * as assets from "~/routes/Assets/route";
import * as login from "~/routes/Login.($account)/route";
import * as register from "~/routes/Register/route";
import * as center from "~/routes/UserCenter/route";
import { upstreamContextOf } from "~server/session/upstream-context";
import { securityInfos } from "~server/session/security-info";
import { readSession } from "~server/session/session";
import { gaugeReadings } from "@storefront/observability/metrics";
import { browserAt, site } from "../../support/documents";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { signedIn } from "../../support/signed-in";
import { Visitor } from "../../support/visitor";
import { validRegistration } from "../../support/valid-forms";

const sandbox = await useUpstream();
const serve = site({ Assets: assets, UserCenter: center });
const INFO = '{"userAgent":"one"}';
const securityInfosGauge = () => Number(new Map(gaugeReadings()).get("security infos"));

/** The security info of the last read of the balances. */
async function sentWithBalances() {
  const { body } = (await sandbox.requests("account_balance")).at(-1) ?? {};
  return (body as { securityInfo?: string } | undefined)?.securityInfo;
}

test("a form's security info is sent with later reads of that session only", async () => {
  const before = securityInfosGauge();
  const { cookies } = await signedIn(sandbox);
  const page = browserAt(serve, "en_US", cookies);
  const post = async (path: string, fields: Record<string, string>) => {
    const { status } = await page.submit(path, fields, await page.open(path));
    expect(status).toBe(303);
  };
  await page.open("/Assets");
  expect(await sentWithBalances(), "nothing has been collected yet").toBeUndefined();
  await post("/Assets", { hide: "amounts", redirectTo: "/Assets", securityInfo: INFO });
  await page.open("/Assets");
  expect(await sentWithBalances()).toBe(INFO);
  // A form without security info, from a page without scripts, deletes nothing; later info replaces it.
  await post("/Assets", { show: "amounts", redirectTo: "/Assets" });
  await page.open("/Assets");
  expect(await sentWithBalances()).toBe(INFO);
  await post("/Assets", { hide: "amounts", redirectTo: "/Assets", securityInfo: '{"userAgent":"two"}' });
  await page.open("/Assets");
  expect(await sentWithBalances()).toBe('{"userAgent":"two"}');

  const other = browserAt(serve, "en_US", (await signedIn(sandbox)).cookies);
  await other.open("/Assets");
  expect(await sentWithBalances()).toBeUndefined();

  const session = await readSession(pageRequest("/", { cookies }));
  await post("/UserCenter?step=logout", { securityInfo: INFO });
  expect(securityInfosGauge(), "a sign-out deletes it").toBe(before);
  expect(upstreamContextOf({ locale: "en_US", address: "192.0.2.1" }, session)).not.toHaveProperty("securityInfo");
});

test("the security info of the sign-in form is sent with the session's reads", async () => {
  const { email, password } = await sandbox.createAccount({ secondStep: "email" });
  const visitor = new Visitor(login);
  await visitor.submit("/Login", { mobileNumber: email, loginPword: password });
  await visitor.submit("/Login?step=email", { intent: "send" });
  const emailCode = await sandbox.code(email, "email");
  const fields = { intent: "confirm", emailCode, securityInfo: INFO };
  expect((await visitor.submit("/Login?step=email", fields)).status).toBe(303);
  await browserAt(serve, "en_US", visitor.cookies).open("/Assets");
  expect(await sentWithBalances()).toBe(INFO);
});

test("the security info of the registration form is sent with the session's reads", async () => {
  const visitor = new Visitor(register);
  const email = "security-info@example.com";
  await visitor.submit("/Register", validRegistration({ email }));
  const emailCode = await sandbox.code(email, "email");
  const fields = { intent: "confirm", emailCode, securityInfo: INFO };
  expect((await visitor.submit("/Register?step=code", fields)).status).toBe(303);
  await browserAt(serve, "en_US", visitor.cookies).open("/Assets");
  expect(await sentWithBalances()).toBe(INFO);
});

test("the number of stored security infos is limited", () => {
  for (let id = 0; id < 10_000; id += 1) securityInfos.set(`bounded-${id}`, "x".repeat(4_000));
  expect(securityInfosGauge()).toBeLessThanOrEqual(2_000);
  for (let id = 0; id < 10_000; id += 1) securityInfos.delete(`bounded-${id}`);
});

test("the security info of an expired session is deleted", async () => {
  const { account, cookies } = await signedIn(sandbox);
  const session = await readSession(pageRequest("/", { cookies }));
  securityInfos.set(session?.id ?? "", INFO);
  await sandbox.expireSessions(account.email);
  expect((await browserAt(serve, "en_US", cookies).open("/Assets")).status).toBe(303);
  expect(upstreamContextOf({ locale: "en_US", address: "192.0.2.1" }, session)).not.toHaveProperty("securityInfo");
});
