import { afterAll, beforeAll, expect, test } from "vitest";
import { readReceipt, receiptCookie } from "~server/purchase/receipt";
import { flashCookie, readFlash } from "~server/session/flash";
import { clearFlowCookie, flowCookie, isFlowCookie, storedFlow } from "~server/session/flow-session";
import { localeCookie } from "~server/i18n/locale";
import { noticeReadCookie } from "~server/notices/read-notices";
import { clearSessionCookie, readSession, sessionCookie } from "~server/session/session";
import { setEnv } from "../../support/environment";
import { pageRequest } from "../../support/requests";
import { readFlow, requestContextOn } from "../../support/route-args";
import { demandSession } from "~server/session/guard";

const HTTPS = "https://shop.example";
const receipt = { id: "q", productId: "7", tokenAmount: "2", payAmount: "10", terms: {}, atMs: 0 };

/** Every encrypted or signed cookie: how it is set, read and, unless it only expires, cleared. */
const SEALED = [
  {
    name: "utoken",
    set: () => sessionCookie({ token: "platform-token" }),
    read: readSession,
    clear: async () => clearSessionCookie(),
  },
  {
    name: "flow",
    set: () => flowCookie({ id: "0123456789abcdef" }),
    read: storedFlow,
    clear: async () => clearFlowCookie(),
  },
  {
    name: "flash",
    set: async () => flashCookie({ key: "toasts.welcome", kind: "status" }),
    read: async (request: Request) => (await readFlash(request)).flash,
    clear: async (request: Request) => (await readFlash(request)).clear,
  },
  {
    name: "receipt",
    set: () => receiptCookie({ ...receipt, atMs: Date.now() }, "me"),
    read: (request: Request) => readReceipt(request, "me"),
  },
];

beforeAll(() => setEnv({ PUBLIC_ORIGIN: HTTPS }));
afterAll(() => setEnv({ PUBLIC_ORIGIN: "http://127.0.0.1:3000" }));

const withCookie = (cookies: string) => pageRequest("/", { cookies });

test.each(SEALED)("on https $name has the __Host- prefix when it is set, read and cleared", async (cookie) => {
  const set = await cookie.set();
  expect(set).toMatch(
    new RegExp(`^__Host-${cookie.name}=[\\w.-]+; Path=/; Max-Age=\\d+; HttpOnly; Secure; SameSite=Lax$`),
  );
  const [pair = ""] = set.split(";");
  expect(await cookie.read(withCookie(pair))).not.toBeNull();
  if (!cookie.clear) return;
  const clear = (await cookie.clear(withCookie(pair))) ?? "";
  expect(clear).toMatch(new RegExp(`^__Host-${cookie.name}=; Path=/; Max-Age=0; .*; Secure; SameSite=Lax$`));
});

test.each(SEALED)("on https a plain $name, which another host of the domain could set, is ignored", async (cookie) => {
  const [pair = ""] = (await cookie.set()).split(";");
  const plain = pair.replace("__Host-", "");
  expect(await cookie.read(withCookie(plain))).toBeNull();
  // Although the plain cookie comes first, the genuine one is read.
  expect(await cookie.read(withCookie(`${plain}; ${pair}`))).not.toBeNull();
  expect(await cookie.read(withCookie(`${cookie.name}=planted; ${pair}`))).not.toBeNull();
});

test("a planted toast or session is not cleared, since it is another cookie", async () => {
  expect(await readFlash(withCookie("flash=planted"))).toEqual({ flash: null, clear: null });
  const response = await demandSession(await requestContextOn(withCookie("utoken=planted")));
  expect(response.headers.getSetCookie().join()).not.toContain("utoken");
});

test("a form's response that extends or ends the flow session is recognised by the prefixed name", async () => {
  expect(isFlowCookie(await flowCookie({ id: "0123456789abcdef" }))).toBe(true);
  expect(isFlowCookie(clearFlowCookie())).toBe(true);
  expect(isFlowCookie("flow=x; Path=/")).toBe(false);
  expect((await readFlow(withCookie((await flowCookie({ id: "0123456789abcdef" })).split(";")[0] ?? ""))).id).toBe(
    "0123456789abcdef",
  );
});

test("unencrypted cookies keep their names", () => {
  expect(localeCookie("en_US")).toMatch(/^ulan=en_US; .*Secure/);
  expect(noticeReadCookie(null, "7")).toMatch(/^read=/);
});
