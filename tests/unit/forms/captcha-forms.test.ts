import { describe, expect, test } from "vitest";
import * as login from "~/routes/Login.($account)/route";
import * as register from "~/routes/Register/route";
import { browserAt, site } from "../../support/documents";
import { setEnv, withEnv } from "../../support/environment";
import { all, linksOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { refusalOf, Visitor } from "../../support/visitor";
import { validRegistration } from "../../support/valid-forms";

const sandbox = await useUpstream();

setEnv({
  CAPTCHA_SLIDER_SRC: "https://slider.example.com/awsc.js https://more.example.com",
  CAPTCHA_CHALLENGE_ORIGINS: "https://api.example.com https://static.example.com",
  CAPTCHA_MONITOR_URL: "https://monitor.example.com/send",
});

const PROOFS = {
  slider: { csessionid: "session-1", sig: "sig-1", token: "token-1", scene: "nc_login" },
  challenge: { geetest_challenge: "c-1", geetest_validate: "v-1", geetest_seccode: "v-1|jordan" },
} as const;
const KINDS = [
  [1, "slider"],
  [2, "challenge"],
] as const;

const SCREENS = [
  {
    name: "sign-in",
    url: "/Login",
    route: login,
    call: "login_in",
    scene: "nc_login",
    refused: 401,
    next: "/Login?step=google",
    fields: async (): Promise<Record<string, string>> => {
      const { email, password } = await sandbox.createAccount();
      return { mobileNumber: email, loginPword: password };
    },
    preserved: ({ mobileNumber }: Record<string, string>) => ({ mobileNumber }),
    shown: ({ mobileNumber }: Record<string, string>) => ({ account: mobileNumber }),
  },
  {
    name: "registration",
    url: "/Register",
    route: register,
    call: "reg_email_chk_info",
    scene: "nc_register",
    refused: 422,
    next: "/Register?step=code",
    fields: async (): Promise<Record<string, string>> => validRegistration(),
    preserved: ({ pwd: _pwd, confirmPwd: _confirmPwd, ...rest }: Record<string, string>) => rest,
    shown: ({ email }: Record<string, string>) => ({ typed: { email, inCode: "", agreement: "on" } }),
  },
];

describe.each(SCREENS)("$name", ({ url, route, call, scene, refused, next, fields, preserved, shown }) => {
  const visit = () => new Visitor(route);

  test.each(KINDS)("kind %i (%s): the widget's result and verificationType are sent", async (kind, name) => {
    await sandbox.setCaptchaKind(kind);
    const response = await visit().submit(url, { ...(await fields()), verificationType: name, ...PROOFS[name] });
    expect(response.headers.get("location")).toBe(next);
    const [sent] = await sandbox.requests(call);
    expect(sent?.body).toMatchObject({ ...PROOFS[name], verificationType: kind });
    expect(
      Object.keys(sent?.body ?? {})
        .filter((field) => /^(geetest|csession|sig|scene)/.test(field))
        .sort(),
    ).toEqual(
      Object.keys(PROOFS[name])
        .filter((field) => field !== "token")
        .sort(),
    );
  });

  test.each(
    KINDS.flatMap(([kind, name]) => Object.keys(PROOFS[name]).map((missing) => [kind, name, missing] as const)),
  )(
    "kind %i (%s) without %s cannot be bypassed: 422, complete the sliding verification",
    async (kind, name, missing) => {
      await sandbox.setCaptchaKind(kind);
      const typed = await fields();
      const proof = { ...PROOFS[name], [missing]: "" };
      const refusal = await refusalOf(await visit().submit(url, { ...typed, verificationType: name, ...proof }));
      expect(refusal).toEqual({
        status: 422,
        errors: { "": ["errors.slider"] },
        values: { ...preserved(typed), verificationType: name },
      });
      expect(await sandbox.calls(call)).toBe(0);
    },
  );

  test("kind 0: no captcha fields are sent, whatever the form contains", async () => {
    await visit().submit(url, {
      ...(await fields()),
      verificationType: "slider",
      ...PROOFS.slider,
      ...PROOFS.challenge,
    });
    const [sent] = await sandbox.requests(call);
    expect(sent?.body).toMatchObject({ verificationType: 0 });
    for (const field of ["csessionid", "sig", "token", "scene", "geetest_validate"]) {
      expect(sent?.body).not.toHaveProperty(field);
    }
  });

  test("the slider's scene starts with the platform's prefix, if any; its language is the page's if none is sent", async () => {
    for (const [nc_prefix, begin, locale, lang] of [
      ["shop_", "shop_", "el_GR", "tw"],
      [undefined, "nc_", "en_US", "en"],
    ] as const) {
      const data = { switch: { verificationType: "1" }, nc: { nc_appkey: "KEY", nc_prefix } };
      await sandbox.fail("public_info_v5", { kind: "answer", body: { code: 0, msg: "", data } });
      const wanted = { kind: "slider", scene: scene.replace("nc_", begin), appKey: "KEY", lang };
      expect(await new Visitor(route, locale).read(url)).toMatchObject({ captcha: wanted });
    }
  });

  test("any other kind: use the app", async () => {
    await sandbox.setCaptchaKind(7);
    expect(await visit().read(url)).toMatchObject({ captcha: { kind: "unsupported" } });
    const refusal = await refusalOf(await visit().submit(url, await fields()));
    expect(refusal).toMatchObject({ status: 422, errors: { "": ["errors.captchaUnsupported"] } });
    expect(await sandbox.calls(call)).toBe(0);
  });

  test("a check rejected by the upstream (10055): a message, the form kept, and public info read again", async () => {
    await sandbox.setCaptchaKind(1);
    const typed = await fields();
    const before = await sandbox.calls("public_info_v5");
    const proof = { ...PROOFS.slider, sig: "failed" };
    const refusal = await refusalOf(await visit().submit(url, { ...typed, verificationType: "slider", ...proof }));
    expect(refusal).toMatchObject({ status: refused, errors: { "": ["errors.captcha"] }, values: preserved(typed) });
    expect(await sandbox.calls("public_info_v5")).toBe(before + 3);
  });

  test.each([
    ["10055 for a kind that has changed meanwhile", "none", 0],
    ["a kind that the page does not support", "none", 2],
    ["another kind than the page's", "slider", 2],
  ] as const)(
    "%s: a new document with the right policy is loaded, with all input except the password",
    async (_, madeFor, kindAtFirst) => {
      await sandbox.setCaptchaKind(kindAtFirst);
      const typed = await fields();
      const visitor = visit();
      const csrf = (await visitor.read<{ token: string }>(url)).token;
      if (kindAtFirst === 0) {
        // The upstream changes the kind between reading public info and the call.
        const none = { code: "0", msg: "", data: { switch: { verificationType: "0" } } };
        await sandbox.setCaptchaKind(2);
        await sandbox.fail("public_info_v5", { kind: "answer", body: none }, { times: 1 });
        await sandbox.fail(call, { kind: "error", code: 10055 }, { times: 1 });
      }
      const response = await visitor.post(url, { ...typed, verificationType: madeFor, csrf });
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toBe(url);
      expect(response.headers.get("x-remix-reload-document")).toBe("true");
      expect(await visitor.toast()).toEqual({ key: "errors.captchaChanged", kind: "alert" });
      const flow = JSON.stringify(await readFlow(pageRequest(url, { cookies: visitor.cookies })));
      for (const secret of [typed.loginPword, typed.pwd].filter(Boolean)) expect(flow).not.toContain(secret);
      expect(await visitor.read(url)).toMatchObject({ ...shown(typed), captcha: { kind: "challenge" } });
    },
  );

  test("kind 1: the page has script, key and language, and its policy allows only the configured origins", async () => {
    await sandbox.setCaptchaKind(1);
    expect(await visit().read(url)).toMatchObject({
      captcha: {
        kind: "slider",
        src: "https://slider.example.com/awsc.js",
        appKey: "SANDBOX0NC0APPKEY",
        lang: "en",
        scene,
      },
      policy: {
        "script-src": ["https://slider.example.com", "https://more.example.com"],
        "connect-src": ["https://slider.example.com", "https://more.example.com"],
      },
    });
  });

  test("kind 2: the page starts its own challenge, online or offline as the upstream says", async () => {
    await sandbox.setCaptchaKind(2);
    const page = await visit().read(url);
    expect(page).toMatchObject({
      captcha: {
        kind: "challenge",
        hosts: ["https://api.example.com", "https://static.example.com"],
        monitor: "https://monitor.example.com/send",
        start: { success: true },
      },
      policy: { "connect-src": expect.arrayContaining(["https://monitor.example.com"]) as unknown },
    });
    const captcha = { challenge: "c".repeat(32), gt: "g".repeat(32), success: 0 };
    await sandbox.fail("tartCaptcha", { kind: "answer", body: { code: 0, msg: "", data: { captcha } } }, { times: 1 });
    expect(await visit().read(url)).toMatchObject({ captcha: { start: { ...captcha, success: false } } });
  });

  test("kind 2: without the upstream's challenge the rest of the page is complete", async () => {
    await sandbox.setCaptchaKind(2);
    await sandbox.fail("tartCaptcha", { kind: "reset" });
    const { captcha } = await visit().read<{ captcha: object }>(url);
    expect(captcha).toMatchObject({ kind: "challenge" });
    expect(captcha).not.toHaveProperty("start");
  });

  test.each([
    [1, { CAPTCHA_SLIDER_SRC: undefined }],
    [2, { CAPTCHA_CHALLENGE_ORIGINS: undefined }],
  ])("kind %i without a configured provider leads to the app", async (kind, variables) => {
    await sandbox.setCaptchaKind(kind);
    await withEnv(variables, async () => {
      const page = await visit().read(url);
      expect(page).toMatchObject({ captcha: { kind: "unsupported" } });
      expect(page).not.toHaveProperty("policy");
    });
  });

  test("the document's policy allows a provider only for its kind, and never without scripts", async () => {
    const handler = site({ "Login/:account?": login, Register: register });
    const policyOf = async (headers?: Record<string, string>) =>
      (await browserAt(handler).open(url, headers)).headers.get("content-security-policy");
    const closed = (await policyOf()) ?? "";
    expect(closed).not.toContain("example.com");
    await sandbox.setCaptchaKind(1);
    const slider = (await policyOf()) ?? "";
    expect(slider).toMatch(/script-src 'self' https:\/\/slider\.example\.com https:\/\/more\.example\.com;/);
    expect(slider).not.toMatch(/api\.|static\.|monitor\./);
    await sandbox.setCaptchaKind(2);
    const challenge = (await policyOf()) ?? "";
    expect(challenge).toMatch(/script-src 'self' https:\/\/api\.example\.com https:\/\/static\.example\.com;/);
    expect(challenge).toMatch(/connect-src 'self' [^;]*https:\/\/monitor\.example\.com/);
    expect(challenge).not.toContain("slider.");
    expect(await policyOf({ "Save-Data": "on" })).toContain("script-src 'none'");
    expect(await policyOf({ "Save-Data": "on" })).not.toContain("example.com");
  });

  test.each(KINDS)(
    "kind %i without scripts: the page says so before the first field and at the end, with links but no submit button",
    async (kind) => {
      await sandbox.setCaptchaKind(kind);
      const { html } = await browserAt(site({ "Login/:account?": login, Register: register }), "en_US").open(url);
      expect(html).toContain("It needs JavaScript");
      const links = [
        { href: "/AppDownload", text: "Get the app" },
        { href: "/LeavingMessage", text: "Contact support" },
      ];
      expect(linksOf(html)).toEqual(expect.arrayContaining(links));
      const position = html.indexOf("JavaScript is off in your browser");
      expect(position).toBeGreaterThan(0);
      expect(position).toBeLessThan(html.indexOf('class="field-row"'));
      expect(all(html, "main form button.button")).toEqual([]);
      expect(all(html, "main form button.aside:not([disabled])")).toEqual([]);
    },
  );
});
