import { generateSync } from "otplib";
import type { Sandbox } from "@storefront/sandbox/start";
import { hashrate, isSuccess, signInAt, storage } from "@storefront/sandbox/test/calls";

/** Actions of an account at the upstream without the storefront, as in its app. */

interface Credentials {
  email: string;
  password: string;
}

/** Buys 1 T of a product. */
export async function buyAt(sandbox: Sandbox, account: Credentials): Promise<void> {
  const token = await signInAt(sandbox, account);
  const googleCode = await sandbox.code(account.email, "google");
  const body = { productId: 1001, buyAmount: "1", accountType: "1", googleCode };
  const response = await storage(sandbox, "userPayMinerOrderV2", body, { token });
  if (!isSuccess(response)) throw new Error(`The sandbox refused an order: ${response.msg}`);
}

/** The number of an account's orders at the upstream. */
export async function ordersAt(sandbox: Sandbox, account: Credentials): Promise<number> {
  const token = await signInAt(sandbox, account);
  const { data } = await hashrate(sandbox, "getOrderList", {}, { token });
  return Number(data.count);
}

/** The code that an authenticator shows now for a key. */
export const codeOf = (key: string): string => generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) });
