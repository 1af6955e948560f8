import type { OfflineFacts } from "./facts";

/**
 * What a browser keeps of the public pages, for when there is no network (behaviour 2.123; decision 0109): the service
 * worker. It stands only in front of the public pages that the table of the pages names, and asks the network first,
 * always. It runs on Chrome 66 and Safari 12.1, without imports; the server writes what is in `OFFLINE` before it
 * (`worker.server.ts`).
 */

declare const OFFLINE: OfflineFacts;

/** What the types of a page do not have. */
interface Ending {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Asking extends Ending {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface Worker {
  addEventListener(type: "install" | "activate", listen: (event: Ending) => void): void;
  addEventListener(type: "fetch", listen: (event: Asking) => void): void;
  fetch: typeof window.fetch;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: {
    navigationPreload?: { enable: () => Promise<void>; setHeaderValue: (value: string) => Promise<void> };
  };
}

const worker = self as unknown as Worker;

/** No other address is looked at, let alone kept. */
const PAGES = new RegExp(OFFLINE.pages);
const OFFLINE_PAGE = "/Offline";
/** Kept at once: what is shown where nothing else is, and the first page. */
const AT_ONCE = [OFFLINE_PAGE, "/Index/Home"];
/** So many pages are kept beside that of being offline; the oldest goes. */
const PAGES_MAX = 12;
/** A page is fetched for keeping once in this time, however often it is opened. */
const DAY_MS = 86_400_000;

const PREFIX = "offline-";
const CACHE = `${PREFIX}${OFFLINE.version}-${OFFLINE.lang}`;
const FETCHED_AT = "x-fetched-at";

const savesData = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection !== undefined && connection.saveData === true;
};

const fetchedAtMs = (copy: Response) => Number(copy.headers.get(FETCHED_AT));

/** Fetches a page as nobody in particular, without scripts, and keeps it unless the server says that it may not be. */
async function cachePage(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(path);
  if (before && Math.abs(Date.now() - fetchedAtMs(before)) < DAY_MS) return;
  const response = await worker.fetch(`${path}?offline=${OFFLINE.locale}`, {
    credentials: "omit",
    redirect: "error",
    headers: { "Save-Data": "on" },
  });
  const said = (name: string) => response.headers.get(name) || "";
  if (
    response.status !== 200 ||
    /no-store/i.test(said("cache-control")) ||
    !/^text\/html/i.test(said("content-type"))
  ) {
    return;
  }
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": said("content-security-policy"),
    [FETCHED_AT]: String(Date.now()),
  };
  // What is put anew goes to the end of the keys.
  await cache.put(path, new Response(await response.text(), { headers }));
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE_PAGE);
  for (const page of pages.slice(0, -PAGES_MAX)) await cache.delete(page);
}

/** A page that cannot be kept now may be kept another time. */
const keepIfPossible = (path: string) => cachePage(path).catch(() => {});

/** Times as all pages show them. */
const timeOf = (copy: Response) =>
  `${new Date(fetchedAtMs(copy)).toLocaleString(OFFLINE.lang, { timeZone: "Asia/Taipei", hour12: false })} UTC+8`;

const asPage = (html: string, { headers }: Response, status: number) => new Response(html, { status, headers });

/** A kept page, which says so and from when it is. */
async function marked(copy: Response): Promise<Response> {
  const note = `<p class="note" role="status">${OFFLINE.cachedNote.replace("{time}", timeOf(copy))}</p>`;
  return asPage(
    (await copy.text()).replace(/<main[^>]*>/, (main) => main + note),
    copy,
    200,
  );
}

/** The page about being offline, with the kept pages by their titles, the newest first. */
async function listed(page: Response, cache: Cache): Promise<Response> {
  const items: string[] = [];
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const copy = await cache.match(pathname);
    // In the source of a page its title is escaped already.
    const [, title] = (copy && /<title>([^<]*)<\/title>/.exec(await copy.clone().text())) || [];
    if (!copy || !title || pathname === OFFLINE_PAGE) continue;
    items.unshift(`<li><a class="link-button" href="${pathname}">${title}</a> <small>${timeOf(copy)}</small></li>`);
  }
  const list = `<ul class="card">${items.join("")}</ul>`;
  const html = await page.text();
  return asPage(items.length ? html.replace(/<p id="kept"[^>]*>[^<]*<\/p>/, () => list) : html, page, 503);
}

/** What is kept for a page that cannot be loaded; where there is nothing, the browser says itself that it cannot. */
async function cachedPage(path: string, error: unknown): Promise<Response> {
  const cache = await caches.open(CACHE);
  const copy = path === OFFLINE_PAGE ? undefined : await cache.match(path);
  if (copy) return marked(copy);
  const page = await cache.match(OFFLINE_PAGE);
  if (page) return listed(page, cache);
  throw error;
}

/** What was asked for while the worker started is the page only where that is a kept one (behaviour 14.10). */
async function loaded({ request, preloadResponse }: Asking): Promise<Response> {
  const preloaded = await preloadResponse;
  return preloaded && preloaded.status === 200 ? preloaded : worker.fetch(request);
}

worker.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([worker.skipWaiting(), ...(savesData() ? [OFFLINE_PAGE] : AT_ONCE).map(keepIfPossible)]));
});

worker.addEventListener("activate", (event) => {
  const { navigationPreload } = worker.registration;
  const removed = caches
    .keys()
    .then((names) => names.filter((name) => name.indexOf(PREFIX) === 0 && name !== CACHE))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  // Else each page would wait until this has started. The browser asks so for every page, those too that this leaves
  // alone, and then asks again: the server answers the first of the two with a kept page or not at all.
  const preload = navigationPreload && navigationPreload.setHeaderValue("kept").then(() => navigationPreload.enable());
  event.waitUntil(Promise.all([removed, preload, worker.clients.claim()]));
});

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || mode !== "navigate" || origin !== location.origin || search) return;
  if (!PAGES.test(pathname) && pathname !== OFFLINE_PAGE) return;
  const page = loaded(event);
  event.respondWith(page.catch((error: unknown) => cachedPage(pathname, error)));
  // A page that was led elsewhere, or is that of an error, is not fetched again.
  event.waitUntil(
    page.then(
      ({ ok }) => (ok && !savesData() ? keepIfPossible(pathname) : undefined),
      () => {},
    ),
  );
});
