import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { exchange, isSuccess } from "./calls";

const sandbox = await useSandbox();
const check = (changes: Record<string, string> = {}) =>
  exchange(sandbox, "user/reg_email_chk_info", {
    email: "new@example.com",
    loginPword: "Abcd1234",
    newPassword: "Abcd1234",
    ...changes,
  });

async function register(changes: Record<string, string> = {}) {
  const token = (await check(changes)).data.token;
  await exchange(sandbox, "v4/common/emailValidCode", { operationType: "1", token });
  const emailCode = await sandbox.code(changes.email ?? "new@example.com", "email");
  return exchange(sandbox, "user/reg_email_confirm", { emailCode, token });
}

test("check, code and confirmation open an account that is signed in and has no second step", async () => {
  const { code, data } = await register({ invitedCode: "DEMO2026" });
  expect(code).toBe("0");
  const info = await exchange(sandbox, "common/user_info", {}, { token: String(data.token) });
  expect(info.data).toMatchObject({
    id: data.uid,
    userAccount: "new@example.com",
    googleStatus: "0",
    authLevel: 3,
  });
});

test.each([
  ["an e-mail that has an account", { email: "Demo@Example.com" }, "10023"],
  ["an invalid e-mail", { email: "new@example" }, "10031"],
  ["a password without a digit", { loginPword: "Abcdefgh", newPassword: "Abcdefgh" }, "10033"],
  ["two different passwords", { newPassword: "Abcd12345" }, "10032"],
  ["an unassigned invitation code", { invitedCode: "NOBODY99" }, "10034"],
])("%s is rejected", async (_, changes: Record<string, string>, code) => {
  expect(await check(changes)).toMatchObject({ code, data: null });
});

test("a wrong code opens no account, the right one after it does", async () => {
  const token = (await check()).data.token;
  await exchange(sandbox, "v4/common/emailValidCode", { operationType: "1", token });
  const emailCode = await sandbox.code("new@example.com", "email");
  const wrong = emailCode === "111111" ? "222222" : "111111";
  expect((await exchange(sandbox, "user/reg_email_confirm", { emailCode: wrong, token })).code).toBe("10010");
  expect(isSuccess(await exchange(sandbox, "user/reg_email_confirm", { emailCode, token }))).toBe(true);
});

test("a code is valid for ten minutes, and a newer one replaces it", async () => {
  const token = (await check()).data.token;
  const send = async () => {
    await exchange(sandbox, "v4/common/emailValidCode", { operationType: "1", token });
    return sandbox.code("new@example.com", "email");
  };
  const confirm = async (emailCode: string) =>
    (await exchange(sandbox, "user/reg_email_confirm", { emailCode, token })).code;
  const late = await send();
  await sandbox.advance(10 * 60_000);
  expect(await confirm(late)).toBe("10010");
  const first = await send();
  let second = await send();
  while (second === first) second = await send();
  expect(await confirm(first)).toBe("10010");
  expect(await confirm(second)).toBe("0");
});

test("when an e-mail is registered twice, the second confirmation is rejected", async () => {
  const tokens = [(await check()).data.token, (await check()).data.token];
  const codes = [];
  for (const token of tokens) {
    await exchange(sandbox, "v4/common/emailValidCode", { operationType: "1", token });
    const emailCode = await sandbox.code("new@example.com", "email");
    codes.push((await exchange(sandbox, "user/reg_email_confirm", { emailCode, token })).code);
  }
  expect(codes).toEqual(["0", "10023"]);
});

test("a checked registration expires", async () => {
  const token = (await check()).data.token;
  await sandbox.advance(31 * 60_000);
  expect((await exchange(sandbox, "v4/common/emailValidCode", { operationType: "1", token })).code).toBe("10002");
});
