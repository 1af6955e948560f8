import type { Page } from "@playwright/test";
import { setTimeout as wait } from "node:timers/promises";
import { connectSandbox } from "@storefront/sandbox/remote";
import type { Sandbox } from "@storefront/sandbox/start";
import { PERSON, fillIn } from "../support/valid-forms";
import { phonePhoto } from "@storefront/test-support/images";
import { ScriptlessContext } from "../support/scriptless/context";
import { signInThrough } from "../support/signing-in";
import type { Ground } from "./ground";
import { childrenOf, sharedOutBytesOf, usageOf } from "./process-usage";
import { startStorefronts } from "./storefronts";

/** Memory while photos are uploaded, and while pictures of the shop are resized. */
export interface Photographed {
  /** The number of visitors who send three photos each at the same time. */
  visitors: number;
  photos: number;
  pictures: number;
  tookMs: number;
  /** The storefront alone. */
  storefrontMb: number;
  /** The storefront together with its decoders; shared memory counts once. */
  togetherMb: number;
}

const CASES = [
  { visitors: 1, withPictures: false },
  { visitors: 8, withPictures: false },
  { visitors: 0, withPictures: true },
  { visitors: 8, withPictures: true },
] as const;
const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
const SAMPLE_MS = 50;
const MEGABYTE = 1_000_000;
const JAPAN = "/RealNameInfo?country=392";
const SEND = "main form[method=post] button.button";
const WITH_PICTURES = ["/Index/Home", "/Index/Power", "/Index/Miner", "/PowerProductDetail/1001"];

/** Submits an identity from an address of its own: details, then three photos as from a phone. */
async function handIn(url: string, sandbox: Sandbox, photo: Buffer, nth: number): Promise<void> {
  const visitor = new ScriptlessContext(url, { headers: { "X-Forwarded-For": `192.0.2.${nth + 1}` } });
  const page = (await visitor.newPage()) as unknown as Page;
  await signInThrough(page, sandbox, await sandbox.createAccount({ authLevel: 3 }));
  await page.goto(JAPAN);
  await fillIn(page, { ...PERSON, certificateNumber: `X${1_000_000 + nth}` });
  await page.locator(SEND).click();
  for (const slot of SLOTS) {
    await page.setInputFiles(`input[name=${slot}]`, { name: "IMG.jpg", mimeType: "image/jpeg", buffer: photo });
  }
  await page.locator(SEND).click();
  if (!page.url().includes("/SuccessRealname"))
    throw new Error(`Photos ended at ${page.url()}: ${await page.locator("main").textContent()}`);
}

/** Requests every picture of the public pages in every size. */
async function lookAtPictures(url: string): Promise<number> {
  const found = new Set<string>();
  for (const path of WITH_PICTURES) {
    const html = await (await fetch(url + path)).text();
    for (const [address] of html.matchAll(/\/pictures\/[^\s"&,]+/g)) found.add(address);
  }
  const responses = [...found].map(async (address) => {
    const response = await fetch(url + address, { headers: { Accept: "image/avif,image/webp,*/*" } });
    return response.arrayBuffer();
  });
  await Promise.all(responses);
  return found.size;
}

async function measure(
  ground: Ground,
  { visitors, withPictures }: (typeof CASES)[number],
  photo: Buffer,
  firstNumber: number,
): Promise<Photographed> {
  // Uses the sandbox directly, since the proxy for other measurements cannot handle files.
  const { sandboxUrl } = await ground.upstream.ask({ asBefore: true });
  const sandbox = connectSandbox(sandboxUrl) as Sandbox;
  const storefront = await startStorefronts({
    upstreamUrl: sandboxUrl,
    variables: { ...ground.variables, TRUST_PROXY: "on" },
  });
  const [pid = 0] = storefront.pids;
  let most = 0;
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      const bytes = [pid, ...childrenOf(pid)].reduce((sum, one) => sum + sharedOutBytesOf(one), 0);
      most = Math.max(most, bytes);
      await wait(SAMPLE_MS);
    }
  })();
  const from = performance.now();
  try {
    const [pictures] = await Promise.all([
      withPictures ? lookAtPictures(storefront.url) : 0,
      ...Array.from({ length: visitors }, (_, index) => handIn(storefront.url, sandbox, photo, firstNumber + index)),
    ]);
    const tookMs = performance.now() - from;
    return {
      visitors,
      photos: visitors * SLOTS.length,
      pictures,
      tookMs,
      storefrontMb: usageOf(pid).peakBytes / MEGABYTE,
      togetherMb: most / MEGABYTE,
    };
  } finally {
    watching.abort();
    await watched;
    await storefront.stop();
  }
}

/** Measures memory while photos of 12 megapixels arrive, from one visitor and from several at a time. */
export async function measurePhotos(ground: Ground): Promise<Photographed[]> {
  const photo = await phonePhoto();
  const results: Photographed[] = [];
  // Every identity has its own document number.
  let people = 0;
  for (const one of CASES) {
    results.push(await measure(ground, one, photo, people));
    people += one.visitors;
  }
  return results;
}
