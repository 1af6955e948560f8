import { expect, test, vi } from "vitest";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { sessionCookie } from "~server/session/session";
import { ask, openStorefront } from "../../support/test-storefront";

/** An account's pages are rendered a few at a time. */

const PER_ACCOUNT = 8;

const signedIn = async (userId: string, token: string) =>
  (await sessionCookie({ token, userId })).split(";", 1)[0] ?? "";

test("all sessions of an account, and all spellings of their cookies, count together", async () => {
  const begun: (() => void)[] = [];
  const { port } = await openStorefront((req, res) => void begun.push(() => res.send(req.url)));
  const visit = (cookie: string) => ask(port, "/UserCenter", { headers: { Cookie: cookie } });
  const cookies = await Promise.all(["1", "2", "3"].map((token) => signedIn("7", `token-${token}`)));
  // A space within an encrypted text is ignored.
  const spellings = cookies.flatMap((cookie) => [cookie, `${cookie.slice(0, -4)} ${cookie.slice(-4)}`]);
  const greedy = spellings.flatMap((cookie) => Array.from({ length: PER_ACCOUNT }, () => visit(cookie)));
  await vi.waitUntil(() => begun.length === PER_ACCOUNT, LONG_WAIT);
  const other = visit(await signedIn("8", "token-8"));
  await vi.waitUntil(() => begun.length === PER_ACCOUNT + 1, LONG_WAIT);
  const visits = Promise.all([...greedy, other]);
  const answering = setInterval(() => begun.splice(0).forEach((answer) => answer()), 5);
  expect(new Set((await visits).map(({ status }) => status))).toEqual(new Set([200]));
  clearInterval(answering);
});
