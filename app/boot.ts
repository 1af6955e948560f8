import type { Shipped } from "./i18n/text";

export interface HydrationData {
  context: typeof window.__remixContext;
  /** The page's own routes only, because scripts never navigate to others. */
  manifest: typeof window.__remixManifest;
  texts: Shipped;
}

type RouteModules = typeof window.__remixRouteModules;
type Loaded = [entry: { hydrate: (data: HydrationData, fail: () => void) => void }, ...routes: RouteModules[string][]];

const load = (url: string): Promise<unknown> => import(/* @vite-ignore */ url);

function loadScripts(data: HydrationData): void {
  let isOver = false;
  const leave = () => (isOver = true);

  const fail = () => {
    // A failure counts only once, and not if the visitor leaves the page.
    if (isOver) return;
    isOver = true;
    const again = /(?:^|; )scripts=failed/.test(document.cookie);
    const state = again ? "scripts=off; Max-Age=86400" : "scripts=failed; Max-Age=600";
    document.cookie = `${state}; Path=/; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  };

  /** Tests a file that failed to load: if it loads now, the visitor or the network had interrupted it. */
  async function look(error: unknown): Promise<void> {
    if (!/fetch|import|load/i.test(String(error))) {
      fail();
      return;
    }
    for (const link of Array.from(document.querySelectorAll("link[rel=modulepreload]"))) {
      const { ok } = await fetch(link.getAttribute("href") ?? "");
      if (!ok) {
        fail();
        return;
      }
    }
  }

  async function start(): Promise<void> {
    const { hmr, entry, routes } = data.manifest;
    if (hmr) await load(hmr.runtime);
    const ids = Object.keys(routes);
    const files = [entry, ...Object.values(routes)].map(({ module }) => load(module));
    const [{ hydrate }, ...modules] = (await Promise.all(files)) as Loaded;
    const loaded: RouteModules = {};
    ids.forEach((id, index) => (loaded[id] = modules[index]));
    window.__remixRouteModules = loaded;
    hydrate(data, fail);
  }

  window.__remixContext = data.context;
  window.__remixManifest = data.manifest;
  // Safari on phones has no "beforeunload".
  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);
  start()
    .catch(look)
    // Without network nothing has failed. `onLine` is wrongly false on some VPNs, so it excuses no crash.
    .catch(() => navigator.onLine && fail())
    .then(
      () => removeEventListener("beforeunload", leave),
      () => {},
    );
}

/** Loads the scripts of a page that hydrates, in Chrome 66, Safari 12.1 and later (behaviour 10.34). */
export function boot(): void {
  const handed = document.getElementById("hydration")?.textContent;
  if (handed && "AbortController" in window) loadScripts(JSON.parse(handed) as HydrationData);
}
