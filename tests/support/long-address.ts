import { expect } from "vitest";
import { visit } from "./proxied";
import { storefrontBehind, type AtEnd, type StartBefore } from "./storefront-behind-proxy";

/** Expects a proxy to pass on a URL of 20 kB, for which the storefront responds with its own page about the length. */
export async function expectOwn414(startBefore: StartBefore, end: AtEnd): Promise<void> {
  const { proxy } = await storefrontBehind(startBefore, end);
  const { status, body } = await visit(proxy.port, `/LeavingMessage?text=${"a".repeat(20_000)}`);
  expect(status).toBe(414);
  expect(body).toContain("This address is too long.");
  expect(body).toContain('href="/LeavingMessage"');
}
