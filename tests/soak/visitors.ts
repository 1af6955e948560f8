import type { Page } from "@playwright/test";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { connectSandbox } from "@storefront/sandbox/remote";
import type { Sandbox } from "@storefront/sandbox/start";
import { respondToParent } from "../bench/children";
import { ScriptlessContext } from "../support/scriptless/context";
import type { ScriptlessPage } from "../support/scriptless/scriptless-page";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { payWithCode, toCode } from "../support/shopping";
import { signInThrough } from "../support/signing-in";

/**
 * The visitors of a soak, in a separate process: passers-by, whose requests all differ, and buyers with their own
 * accounts, who sign in, buy, open every page and sign out.
 */

/** The configuration of the visitors. */
export interface Visit {
  url: string;
  sandboxUrl: string;
  durationMs: number;
  /** The number of each kind, and a passer-by's pause between two pages. */
  passersBy: number;
  buyers: number;
  pauseMs: number;
}

/** Their results. */
export interface Visited {
  requests: number;
  journeys: number;
  purchases: number;
  /** Errors, by their message. */
  troubles: Record<string, number>;
}

const ASKED = [
  ...[
    "/Index/Home",
    "/Index/Power",
    "/Index/Miner",
    "/Index/AboutUs",
    "/Notice",
    "/AppDownload",
    "/Login",
    "/Register",
  ],
  ...["/PowerProductDetail/1001", "/PowerProductDetail/1004", "/MinerProductDetail/2001", "/NoticeDetail?id=10"],
  ...["/LeavingMessage", "/PrivacyAgreement", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/Assets"],
];

const agent = new Agent({ connections: 16 });
let serial = 0;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const odd = () => Math.random().toString(36).slice(2);
const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** A random address. A few lead nowhere; most have parameters that no route declares. */
function targetOf(): string {
  const roll = Math.random();
  if (roll < 0.04) return `/PowerProductDetail/${odd()}`;
  if (roll < 0.08) return `/${odd()}/${odd()}`;
  if (roll < 0.12) return `/Notice?q=${odd()}`;
  if (roll < 0.14) return `/NoticeDetail?id=${odd()}`;
  if (roll < 0.16) return `/Login?redirectTo=${encodeURIComponent(`/MyOrder?page=${odd()}`)}`;
  const path = pick(ASKED);
  return `${path}${path.includes("?") ? "&" : "?"}utm_source=${odd()}&fbclid=${odd()}`;
}

/** A passer-by requests a page in any language, with any cookies, sometimes by HEAD, sometimes with an ETag. */
async function passBy(url: string, etags: Map<string, string>): Promise<void> {
  serial += 1;
  const target = targetOf();
  const language = pick(["el_GR", "en_US", odd()]);
  const etag = etags.get(target.split("?")[0] ?? "");
  const headers = {
    accept: "text/html",
    "accept-encoding": pick(["br", "gzip", "identity", "br, gzip"]),
    "user-agent": pick(["Chrome/120 Mobile", "iPhone OS 17_4 Safari", "MicroMessenger/8", `crawler ${odd()}`]),
    "x-forwarded-for": addressOf(serial),
    cookie: `ulan=${language}; read=${odd()}; flow=${odd()}; ${odd()}=${odd()}${pick(["", "; scripts=off", "; styles=1", `; utoken=${odd()}`])}`,
    ...(etag && Math.random() < 0.3 ? { "if-none-match": etag } : {}),
    ...(Math.random() < 0.1 ? { "save-data": "on" } : {}),
  };
  const method = Math.random() < 0.1 ? "HEAD" : "GET";
  const response = await request(new URL(target, url), { method, headers, dispatcher: agent });
  const sent = response.headers.etag;
  if (typeof sent === "string") etags.set(target.split("?")[0] ?? "", sent);
  await response.body.dump({ limit: 10_000_000, signal: AbortSignal.timeout(10_000) });
  if (response.statusCode >= 500) throw new Error(`${response.statusCode} of ${target.split("?")[0]}`);
}

/** A buyer comes, buys, looks at everything, and leaves. */
async function shop({ url, sandboxUrl }: Visit, counts: Visited): Promise<void> {
  serial += 1;
  const sandbox = connectSandbox(sandboxUrl) as Sandbox;
  const account = await sandbox.createAccount({ authLevel: pick([1, 3]) });
  const headers = { "X-Forwarded-For": addressOf(serial), "User-Agent": "Mozilla/5.0 (Linux; Android 10) Chrome/120" };
  const context = new ScriptlessContext(url, { headers });
  await context.addCookies([{ name: "ulan", value: pick(["el_GR", "en_US"]) }]);
  context.wire.onResponse = ({ status, asked }) => {
    counts.requests += 1;
    if (status >= 500) note(counts, `${status} of ${asked.url.pathname}`);
  };
  const tab: ScriptlessPage = await context.newPage();
  const page = tab as unknown as Page;
  await signInThrough(page, sandbox, account);
  await toCode(page, "1", PRODUCT_PATH);
  await payWithCode(page, sandbox, account.email);
  if (!tab.url().includes("/Successpay")) throw new Error(`a payment ended at ${new URL(tab.url()).pathname}`);
  counts.purchases += 1;
  for (const path of ["/MyOrder", "/Assets", "/Recharge", "/Recharge/BTC", "/DepositRecord/USDT", "/InvitationCode"]) {
    await tab.goto(path);
  }
  await tab.goto("/Index/Home");
  await tab.goto("/UserCenter?step=logout");
  await tab.locator("[role=dialog] form[method=post] button").first().click();
  await tab.goto("/MyOrder");
  if (!tab.url().includes("/Login")) throw new Error("a visitor who signed out is still signed in");
  counts.journeys += 1;
}

function note({ troubles }: Visited, words: string): void {
  troubles[words] = (troubles[words] ?? 0) + 1;
}

respondToParent(async (visit: Visit): Promise<Visited> => {
  const counts: Visited = { requests: 0, journeys: 0, purchases: 0, troubles: {} };
  const untilMs = performance.now() + visit.durationMs;
  const again = async (once: () => Promise<void>, pauseMs: number) => {
    while (performance.now() < untilMs) {
      await once().catch((error: unknown) => note(counts, error instanceof Error ? error.message : String(error)));
      await wait(pauseMs);
    }
  };
  const etags = new Map<string, string>();
  const passer = async () => {
    counts.requests += 1;
    await passBy(visit.url, etags);
  };
  await Promise.all([
    ...Array.from({ length: visit.passersBy }, () => again(passer, visit.pauseMs)),
    ...Array.from({ length: visit.buyers }, () => again(() => shop(visit, counts), visit.pauseMs)),
  ]);
  await agent.close();
  return counts;
});
