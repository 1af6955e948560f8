/**
 * Loads the scripts of a page that hydrates; the server writes it, minified, into the page (decision 0061). It is a
 * module and tests for `AbortController`: browsers before Chrome 66 and Safari 12.1 do not run it, or do nothing in it,
 * and the page stays as the server wrote it (house 16).
 *
 * Whatever fails is noted in the cookie `scripts`: `failed` for ten minutes and, at a second failure within them, `off`
 * for a day, in which the server sends pages without scripts (behaviour 10.34).
 */

const element = document.getElementById("hydration");
if (element && "AbortController" in window) {
  /** @type {import("./hydration").HydrationData} */
  const data = JSON.parse(element.textContent || "");
  let left = false;
  let noted = false;
  const leave = () => {
    left = true;
  };

  const fail = () => {
    // Who leaves while scripts load, or has no network, has not met a broken script.
    if (noted || left || !navigator.onLine) return;
    noted = true;
    const again = /(?:^|; )scripts=failed/.test(document.cookie);
    document.cookie =
      (again ? "scripts=off; Max-Age=86400" : "scripts=failed; Max-Age=600") +
      "; Path=/; SameSite=Lax" +
      (location.protocol === "https:" ? "; Secure" : "");
  };

  // The only call of a library that Chrome 66 lacks (house 16).
  if (!Array.prototype.flat) {
    Object.defineProperty(Array.prototype, "flat", {
      value(depth = 1) {
        const flat = (/** @type {unknown} */ item) =>
          Array.isArray(item) && depth > 0 ? item.flat(depth - 1) : [item];
        return this.reduce((/** @type {unknown[]} */ all, /** @type {unknown} */ item) => all.concat(flat(item)), []);
      },
    });
  }

  // Safari has no "beforeunload" on phones.
  addEventListener("beforeunload", leave);
  addEventListener("pagehide", leave);
  window.__remixContext = data.context;
  window.__remixManifest = data.manifest;
  const { hmr, entry, routes } = data.manifest;
  const ids = Object.keys(routes);
  Promise.resolve(hmr && import(/* @vite-ignore */ hmr.runtime))
    .then(() => Promise.all([entry, ...Object.values(routes)].map(({ module }) => import(/* @vite-ignore */ module))))
    .then(([{ hydrate }, ...modules]) => {
      window.__remixRouteModules = {};
      ids.forEach((id, index) => {
        window.__remixRouteModules[id] = modules[index];
      });
      hydrate(data, fail);
    })
    .catch((error) => {
      if (!/fetch|import|load/i.test(error.message)) return fail();
      // A file did not arrive. If all do now, the visitor stopped the load or the line was cut.
      const files = Array.from(document.querySelectorAll("link[rel=modulepreload]"), (link) =>
        link.getAttribute("href"),
      );
      return Promise.all(files.map((file) => fetch(file || "").then(({ ok }) => ok || fail()))).catch(fail);
    })
    .then(() => removeEventListener("beforeunload", leave));
}
