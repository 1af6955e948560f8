import { expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "../seed";
import { startSandbox } from "../start";
import { useSandbox } from "./sandbox";
import { buyerAt, exchange, isSuccess, signInAt } from "./calls";

const sandbox = await useSandbox();
const start = async (mobileNumber: string, loginPword = "Demo12345") =>
  exchange(sandbox, "user/login_in", { mobileNumber, loginPword });

test.each([
  ["demo@example.com", "1"],
  ["sms@example.com", "2"],
  ["mail@example.com", "3"],
])("the type of login_in selects the second step: %s has %s", async (email, type) => {
  const { data } = await start(email);
  expect(data).toMatchObject({ type, token: expect.stringMatching(/^[0-9a-f]{48}$/) as unknown });
});

test("a wrong password and an unknown account get the same message, in the language of the header", async () => {
  const body = { mobileNumber: "demo@example.com", loginPword: "Wrong12345" };
  const english = await exchange(sandbox, "user/login_in", body);
  const chinese = await exchange(sandbox, "user/login_in", body, { language: "el_GR" });
  const unknown = await start("nobody@example.com");
  expect([english.msg, chinese.msg]).toEqual(["The account or the password is wrong.", "帳號或密碼錯誤。"]);
  expect(unknown).toEqual(english);
});

test("the token of login_in becomes a session only after confirm_login with the right code", async () => {
  const token = String((await start("demo@example.com")).data.token);
  expect((await exchange(sandbox, "common/user_info", {}, { token })).code).toBe("10002");
  const wrong = await exchange(sandbox, "user/confirm_login", { token, googleCode: "000000x" });
  expect(wrong.code).toBe("10022");
  const googleCode = await sandbox.code("demo@example.com", "google");
  expect(isSuccess(await exchange(sandbox, "user/confirm_login", { token, googleCode }))).toBe(true);
  expect((await exchange(sandbox, "common/user_info", {}, { token })).data).toMatchObject({
    userAccount: "demo@example.com",
    authLevel: 1,
    googleStatus: "1",
    inviteCode: "DEMO2026",
  });
});

test("an authenticator code is valid once per account", async () => {
  const googleCode = await sandbox.code("demo@example.com", "google");
  const tokens = [await start("demo@example.com"), await start("demo@example.com")].map(({ data }) => data.token);
  const codes = [];
  for (const token of tokens) codes.push((await exchange(sandbox, "user/confirm_login", { token, googleCode })).code);
  expect(codes).toEqual(["0", "10022"]);
});

test("codes one time step early or late are accepted, others are not", async () => {
  const nowMs = Date.UTC(2026, 0, 1, 12, 0, 15);
  const still = await startSandbox({ nowMs: () => nowMs });
  try {
    const account = await still.createAccount();
    const here = await still.code(account.email, "google");
    const outcomes: boolean[] = [];
    for (const stepsMs of [60_000, 30_000]) {
      await still.advance(stepsMs);
      const { data } = await exchange(still, "user/login_in", {
        mobileNumber: account.email,
        loginPword: account.password,
      });
      const response = await exchange(still, "user/confirm_login", { token: data.token, googleCode: here });
      outcomes.push(isSuccess(response));
      await still.advance(-stepsMs);
    }
    expect(outcomes).toEqual([false, true]);
  } finally {
    await still.close();
  }
});

test.each([
  ["sms@example.com", "v4/common/smsValidCode", 25, "smsCode", "sms"],
  ["mail@example.com", "v4/common/emailValidCode", 4, "emailCode", "email"],
] as const)(
  "a code is sent to %s only on request, and is valid once",
  async (email, path, operationType, field, kind) => {
    const token = String((await start(email)).data.token);
    await expect(sandbox.code(email, kind)).rejects.toThrow("No code was sent");
    expect(isSuccess(await exchange(sandbox, path, { operationType, token }))).toBe(true);
    const code = await sandbox.code(email, kind);
    expect(code).toMatch(/^\d{6}$/);
    const confirm = async (value: string) =>
      (await exchange(sandbox, "user/confirm_login", { token, [field]: value })).code;
    expect(await confirm(code === "111111" ? "222222" : "111111")).toBe("10010");
    expect(await confirm(code)).toBe("0");
    expect(await confirm(code)).toBe("10002");
  },
);

test("confirm_login with a token that awaits no code reports an expired session", async () => {
  expect((await exchange(sandbox, "user/confirm_login", { token: "abc", googleCode: "123456" })).code).toBe("10002");
});

test("a session expires after its lifetime, through the control, and at login_out", async () => {
  const { token, email } = await buyerAt(sandbox);
  const code = async (of: string) => (await exchange(sandbox, "common/user_info", {}, { token: of })).code;
  expect(await code(token)).toBe("0");
  await sandbox.advance(13 * 60 * 60_000);
  expect(await code(token)).toBe("10002");

  const again = await signInAt(sandbox, { email, password: "Test12345" });
  await sandbox.expireSessions(email);
  expect(await code(again)).toBe("10002");

  const last = await signInAt(sandbox, { email, password: "Test12345" });
  expect(isSuccess(await exchange(sandbox, "user/login_out", {}, { token: last }))).toBe(true);
  expect(await code(last)).toBe("10002");
});

test("captcha kinds 1 and 2 require their fields, an unknown kind never passes", async () => {
  const credentials = { mobileNumber: "demo@example.com", loginPword: "Demo12345" };
  const fields = {
    1: { csessionid: "a", sig: "b", token: "c", scene: "nc_login_h5" },
    2: { geetest_challenge: "a", geetest_validate: "b", geetest_seccode: "c" },
    9: {},
  };
  for (const kind of [1, 2, 9] as const) {
    await sandbox.setCaptchaKind(kind);
    const info = await exchange(sandbox, "common/public_info_v5");
    expect(info.data.switch).toEqual({ verificationType: String(kind) });
    expect((await exchange(sandbox, "user/login_in", { ...credentials, verificationType: 0 })).code).toBe("10055");
    const passed = await exchange(sandbox, "user/login_in", { ...credentials, ...fields[kind] });
    expect(passed.code).toBe(kind === 9 ? "10055" : "0");
  }
});

test("every demo account can sign in, and together they cover all second steps", async () => {
  expect(new Set(DEMO_ACCOUNTS.map(({ secondStep }) => secondStep))).toEqual(new Set(["google", "sms", "email"]));
  for (const { email, password } of DEMO_ACCOUNTS) expect(isSuccess(await start(email, password))).toBe(true);
});

test("linking an authenticator needs the password and a code for its key, and shows in user_info", async () => {
  const account = await sandbox.createAccount({ secondStep: "email", googleBound: false });
  const { data: login } = await exchange(sandbox, "user/login_in", {
    mobileNumber: account.email,
    loginPword: account.password,
  });
  const token = String(login.token);
  await exchange(sandbox, "v4/common/emailValidCode", { operationType: 4, token });
  await exchange(sandbox, "user/confirm_login", { token, emailCode: await sandbox.code(account.email, "email") });

  const { data } = await exchange(sandbox, "user/toopen_google_authenticator", {}, { token });
  expect(data).toMatchObject({
    googleKey: expect.stringMatching(/^[A-Z2-7]{32}$/) as unknown,
    googleImg: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
    googleUser: account.email,
  });
  const googleKey = data.googleKey;
  const verify = async (loginPwd: string, googleCode: string) =>
    (await exchange(sandbox, "user/google_verify", { googleKey, loginPwd, googleCode }, { token })).code;
  expect(await verify("Wrong12345", await sandbox.code(account.email, "google"))).toBe("10007");
  expect(await verify(account.password, "abcdef")).toBe("10022");
  expect(await verify(account.password, await sandbox.code(account.email, "google"))).toBe("0");
  const info = await exchange(sandbox, "common/user_info", {}, { token });
  expect(info.data.googleStatus).toBe("1");
  expect((await exchange(sandbox, "user/toopen_google_authenticator", {}, { token })).code).toBe("10041");
});

test("accounts that differ only in case are one, or two if so configured", async () => {
  const email = "Anna@case.example";
  for (const tellsCaseApart of [false, true]) {
    const own = await startSandbox({ tellsCaseApart });
    try {
      await own.createAccount({ email, password: "Upper12345" });
      const lower = await own.createAccount({ email: email.toLowerCase(), password: "Lower12345" }).catch(() => null);
      expect(lower !== null).toBe(tellsCaseApart);
      const token = await signInAt(own, { email, password: "Upper12345" });
      const { data } = await exchange(own, "common/user_info", {}, { token });
      expect(data.userAccount).toBe(tellsCaseApart ? email : email.toLowerCase());
      const crossed = { mobileNumber: email.toLowerCase(), loginPword: "Upper12345" };
      expect(isSuccess(await exchange(own, "user/login_in", crossed))).toBe(!tellsCaseApart);
    } finally {
      await own.close();
    }
  }
});
