/** Caches public pages, network first, on Chrome 66 and Safari 12.1; the server writes `OFFLINE` before this file. */

declare const OFFLINE: OfflineFacts;

/** The types of service workers, which the DOM library of pages lacks. */
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

const PAGES = new RegExp(OFFLINE.pages);
const OFFLINE_PAGE = "/Offline";
const PRECACHED = [OFFLINE_PAGE, "/Index/Home"];
/** The maximum number of cached pages besides the offline page; the oldest is deleted first. */
const PAGES_MAX = 12;
const DAY_MS = 86_400_000;

const PREFIX = "offline-";
const CACHE = `${PREFIX}${OFFLINE.version}-${OFFLINE.lang}`;
const FETCHED_AT = "x-fetched-at";

const savesData = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection !== undefined && connection.saveData === true;
};

const fetchedAtMs = (copy: Response) => Number(copy.headers.get(FETCHED_AT));

async function cachePage(path: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(path);
  if (before && Math.abs(Date.now() - fetchedAtMs(before)) < DAY_MS) return;
  const response = await worker.fetch(`${path}?offline=${OFFLINE.locale}`, {
    credentials: "omit",
    redirect: "error",
    headers: { "Save-Data": "on" },
  });
  const header = (name: string) => response.headers.get(name) || "";
  if (
    response.status !== 200 ||
    /no-store/i.test(header("cache-control")) ||
    !/^text\/html/i.test(header("content-type"))
  ) {
    return;
  }
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": header("content-security-policy"),
    [FETCHED_AT]: String(Date.now()),
  };
  // A new entry goes to the end of the keys.
  await cache.put(path, new Response(await response.text(), { headers }));
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE_PAGE);
  for (const page of pages.slice(0, -PAGES_MAX)) await cache.delete(page);
}

const cacheIfPossible = (path: string) => cachePage(path).catch(() => {});

const timeOf = (copy: Response) =>
  `${new Date(fetchedAtMs(copy)).toLocaleString(OFFLINE.lang, { timeZone: "Asia/Taipei", hour12: false })} UTC+8`;

const asPage = (html: string, { headers }: Response, status: number) => new Response(html, { status, headers });

async function marked(copy: Response): Promise<Response> {
  const note = `<p class="note" role="status">${OFFLINE.cachedNote.replace("{time}", timeOf(copy))}</p>`;
  return asPage(
    (await copy.text()).replace(/<main[^>]*>/, (main) => main + note),
    copy,
    200,
  );
}

async function listed(page: Response, cache: Cache): Promise<Response> {
  const items: string[] = [];
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const copy = await cache.match(pathname);
    // In the source of a page, its title is already escaped.
    const [, title] = (copy && /<title>([^<]*)<\/title>/.exec(await copy.clone().text())) || [];
    if (!copy || !title || pathname === OFFLINE_PAGE) continue;
    items.unshift(
      `<li><a class="link-button target" href="${pathname}">${title}</a> <small>${timeOf(copy)}</small></li>`,
    );
  }
  const list = `<ul class="card">${items.join("")}</ul>`;
  const html = await page.text();
  return asPage(items.length ? html.replace(/<p id="kept"[^>]*>[^<]*<\/p>/, () => list) : html, page, 503);
}

/** Returns the cached copy of a page that cannot be loaded. Without a copy, the browser itself reports the failure. */
async function cachedPage(path: string, error: unknown): Promise<Response> {
  const cache = await caches.open(CACHE);
  const copy = path === OFFLINE_PAGE ? undefined : await cache.match(path);
  if (copy) return marked(copy);
  const page = await cache.match(OFFLINE_PAGE);
  if (page) return listed(page, cache);
  throw error;
}

/** Loads a page. The preloaded response is used only if it is a cached page (behaviour 14.10). */
async function loaded({ request, preloadResponse }: Asking): Promise<Response> {
  const preloaded = await preloadResponse;
  if (!preloaded || preloaded.status !== 200) return worker.fetch(request);
  // Safari before 18.4 considers a page redirected if its cache got it through `/`, and refuses to show it.
  return preloaded.redirected ? new Response(preloaded.body, preloaded) : preloaded;
}

worker.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([worker.skipWaiting(), ...(savesData() ? [OFFLINE_PAGE] : PRECACHED).map(cacheIfPossible)]),
  );
});

worker.addEventListener("activate", (event) => {
  const { navigationPreload } = worker.registration;
  const removed = caches
    .keys()
    .then((names) => names.filter((name) => name.indexOf(PREFIX) === 0 && name !== CACHE))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  // Without preloads each page would wait for the worker. The browser preloads even pages that the worker ignores, so
  // the server responds to a preload only with a cached page.
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
  // A redirected page or an error page is not fetched again.
  event.waitUntil(
    page.then(
      ({ ok }) => (ok && !savesData() ? cacheIfPossible(pathname) : undefined),
      () => {},
    ),
  );
});

/** The server's data for the service worker that caches public pages (`worker.ts`). */
export interface OfflineFacts {
  /** The version of the worker and of its cache. A new version starts with an empty cache. */
  version: string;
  lang: string;
  locale: string;
  pages: string;
  cachedNote: string;
}
