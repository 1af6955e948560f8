import type { Exchange, Middleware } from "@storefront/http-server/exchange";

const removal = (then: string) => `"use strict";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.delete(name))))
  .then(() => registration.unregister())${then}));
`;

/** Script of a service worker that deletes the site's caches and unregisters itself. Does not reload open tabs. */
export const REMOVAL = removal("");
const FORMER_REMOVAL = removal(`
  .then(() => clients.matchAll({ type: "window" }))
  .then((tabs) => Promise.all(tabs.map((tab) => tab.navigate(tab.url))))`);

/** True for the script of a worker other than ours (`/sw.js`). Browsers mark such requests with a header. */
export const isForFormerWorker = ({ isRead, req: { url = "", headers } }: Exchange): boolean =>
  isRead && headers["service-worker"] === "script" && !/^\/sw\.js(?:\?|$)/.test(url);

/** Removes the service worker of an earlier site on this domain, which browsers keep without its script. */
export const removeFormerWorker: Middleware = (exchange, next) => {
  const { req, res } = exchange;
  if (!isForFormerWorker(exchange)) return next(exchange);
  res.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store" });
  res.end(req.method === "HEAD" ? undefined : FORMER_REMOVAL);
};
