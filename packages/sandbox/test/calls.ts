import { isObject } from "../call";
import type { Sandbox } from "../start";

/** The envelope of a response. Tests read `data` in the shape that they expect. */
export interface Envelope {
  code: string | number;
  msg: string;
  message?: string;
  data: Record<string, unknown>;
}

export interface Sender {
  token?: string;
  language?: "el_GR" | "en_US";
}

const PREFIXES = {
  exchange: "/fe-ex-api",
  hashrate: "/fe-origin-hashrate-api",
  storage: "/fe-storage-api",
} as const;

/** Posts to a call's path directly, not through the storefront's upstream client. */
export async function post(sandbox: Sandbox, path: string, body: unknown = {}, sender: Sender = {}): Promise<Envelope> {
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "exchange-client": "pc",
      "exchange-language": sender.language ?? "en_US",
      ...(sender.token ? { "exchange-token": sender.token } : {}),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Envelope;
}

export const exchange = (sandbox: Sandbox, path: string, body?: unknown, sender?: Sender) =>
  post(sandbox, `${PREFIXES.exchange}/${path}`, body, sender);
export const hashrate = (sandbox: Sandbox, path: string, body?: unknown, sender?: Sender) =>
  post(sandbox, `${PREFIXES.hashrate}/${path}`, body, sender);
export const storage = (sandbox: Sandbox, path: string, body?: unknown, sender?: Sender) =>
  post(sandbox, `${PREFIXES.storage}/${path}`, body, sender);

/** Returns true if an envelope reports success: 0 as a number or text. */
export const isSuccess = ({ code }: Envelope): boolean => String(code) === "0";

/** The second steps by `type` of login_in's response, each with the field of its code and the call that sends one. */
const SECOND_STEPS = {
  "1": { kind: "google", field: "googleCode", send: undefined },
  "2": { kind: "sms", field: "smsCode", send: { path: "v4/common/smsValidCode", operationType: "25" } },
  "3": { kind: "email", field: "emailCode", send: { path: "v4/common/emailValidCode", operationType: "4" } },
} as const;

/** Signs an account in and returns the token of its session. */
export async function signInAt(sandbox: Sandbox, account: { email: string; password: string }): Promise<string> {
  const { data } = await exchange(sandbox, "user/login_in", {
    mobileNumber: account.email,
    loginPword: account.password,
  });
  const token = String(data.token);
  const steps = String(data.type ?? data.typeList).split(",");
  const type = steps.find((step): step is keyof typeof SECOND_STEPS => Object.hasOwn(SECOND_STEPS, step));
  if (!type) throw new Error(`No second step is of type ${steps.join(" or ")}.`);
  const { kind, field, send } = SECOND_STEPS[type];
  if (send) await exchange(sandbox, send.path, { token, operationType: send.operationType });
  const code = await sandbox.code(account.email, kind);
  const confirmed = await exchange(sandbox, "user/confirm_login", { token, [field]: code });
  if (!isSuccess(confirmed)) throw new Error(`The sandbox refused to sign in: ${confirmed.msg}`);
  // Some platforms return a separate session token.
  return isObject(confirmed.data) && typeof confirmed.data.token === "string" ? confirmed.data.token : token;
}

/** Opens an account and signs it in. */
export async function buyerAt(sandbox: Sandbox, options?: Parameters<Sandbox["createAccount"]>[0]) {
  const account = await sandbox.createAccount(options);
  return { ...account, token: await signInAt(sandbox, account) };
}
