import { isObject } from "./call";
import type { Sandbox } from "./start";

/**
 * Connects to the control of a sandbox in another process.
 *
 * @param url the sandbox's address, e.g. `http://127.0.0.1:4000`
 * @returns the functions of `startSandbox`, without those that start or stop it. Each throws an error with the
 *   sandbox's message if the sandbox refuses.
 */
export function connectSandbox(url: string): Omit<Sandbox, "close" | "shut" | "open"> {
  const base = url.replace(/\/+$/, "");
  const post = async <Result>(endpoint: string, body: unknown): Promise<Result> => {
    const response = await fetch(`${base}/sandbox/${endpoint}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const result: unknown = await response.json();
    if (!response.ok)
      throw new Error(isObject(result) ? String(result.error) : `The sandbox answered ${response.status}.`);
    return result as Result;
  };
  const order = async (endpoint: string, body: unknown): Promise<void> => {
    await post(endpoint, body);
  };
  const seen = (call: string) =>
    post<{ count: number; requests: Awaited<ReturnType<Sandbox["requests"]>> }>("calls", { call });
  return {
    url: base,
    port: Number(new URL(base).port || 80),
    createAccount: (account = {}) => post("accounts", account),
    code: async (account, kind) => (await post<{ code: string }>("code", { account, kind })).code,
    fail: (call, fault, options = {}) => order("fail", { call, fault, options }),
    heal: (call) => order("heal", { call }),
    calls: async (call) => (await seen(call)).count,
    requests: async (call) => (await seen(call)).requests,
    setProduct: (productId, patch) => order("product", { productId, patch }),
    credit: (account, symbol, amount) => order("credit", { account, symbol, amount }),
    expireSessions: (account) => order("expire", { account }),
    setCaptchaKind: (kind) => order("captcha", { kind }),
    advance: (ms) => order("advance", { ms }),
    reset: () => order("reset", {}),
  };
}
