import { guarded } from "@storefront/resilience/guarded";
import { text } from "node:stream/consumers";
import { Histogram, type Registry } from "prom-client";
import { z } from "zod";
import type { Middleware } from "@storefront/http-server/exchange";
import { clientAddressOf } from "@storefront/http-server/forwarded";
import { readTarget, sendNothing } from "@storefront/http-server/guards";
import { deviceOf } from "~server/device/device";
import { LIMITS } from "~server/limits";
import { BoundedMemory, countRateLimited } from "~server/store/rate-limit";

/** Core Web Vitals that browsers report, by page and kind of device. */
const VITALS_PATH = "/vitals";
const BODY_MAX_BYTES = 1_024;
const BODY_DEADLINE_MS = 5_000;

const metric = (max: number) => z.coerce.number().min(0).max(max).optional();

/** Times are in ms. A browser omits values it does not measure. */
const schema = z.object({
  page: z.string().refine((page) => readTarget(page)?.search === ""),
  LCP: metric(120_000),
  INP: metric(120_000),
  CLS: metric(100),
});

/** Counts the reports. Requires this site's `Origin`, but no form token. */
export function receiveWebVitals(options: {
  registry: Registry;
  publicOrigin: string;
  shapeOf: (pathname: string) => string;
}): Middleware {
  const { registry, publicOrigin, shapeOf } = options;
  const histogram = (own: { name: string; help: string; buckets: number[] }) =>
    new Histogram({ ...own, labelNames: ["page", "device"], registers: [registry] });
  const lcp = histogram({
    name: "storefront_web_vitals_lcp_seconds",
    help: "Largest Contentful Paint of hydrated pages, by route shape and kind of device",
    buckets: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
  });
  const inp = histogram({
    name: "storefront_web_vitals_inp_seconds",
    help: "Interaction to Next Paint of hydrated pages, by route shape and kind of device",
    buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  });
  const cls = histogram({
    name: "storefront_web_vitals_cls",
    help: "Cumulative Layout Shift of hydrated pages, by route shape and kind of device",
    buckets: [0.001, 0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  });
  const { points, perMs } = LIMITS["web-vitals"];
  const limiter = new BoundedMemory({ points, duration: perMs / 1_000 });

  function count(body: string, userAgent: string | undefined): boolean {
    const read = schema.safeParse(Object.fromEntries(new URLSearchParams(body)));
    if (!read.success) return false;
    const { page, LCP, INP, CLS } = read.data;
    const labels = { page: shapeOf(page), device: kindOf(userAgent) };
    if (LCP !== undefined) lcp.observe(labels, LCP / 1_000);
    if (INP !== undefined) inp.observe(labels, INP / 1_000);
    if (CLS !== undefined) cls.observe(labels, CLS);
    return true;
  }

  return async (exchange, next) => {
    const { req, res, target } = exchange;
    if (target?.pathname !== VITALS_PATH || req.method !== "POST") return next(exchange);
    if (req.headers.origin !== publicOrigin) return exchange.sendError({ status: 403, closes: true });
    // Beacons always have a Content-Length.
    if (!(Number(req.headers["content-length"]) <= BODY_MAX_BYTES)) {
      return exchange.sendError({ status: 400, closes: true });
    }
    // `consume` rejects beyond the limit.
    const isWithin = await limiter.consume(clientAddressOf(req)).then(
      () => true,
      () => false,
    );
    if (!isWithin) {
      countRateLimited("web-vitals");
      return exchange.sendError({ status: 429, closes: true });
    }
    const cut = setTimeout(
      guarded(() => req.destroy()),
      BODY_DEADLINE_MS,
    );
    const body = await text(req).catch((error: unknown) => {
      if (req.destroyed) return undefined;
      throw error;
    });
    clearTimeout(cut);
    if (body === undefined) return;
    if (!count(body, req.headers["user-agent"])) return exchange.sendError({ status: 400 });
    sendNothing(res);
  };
}

/** Groups devices into few kinds, because each kind is a separate time series. */
function kindOf(userAgent: string | undefined): "phone" | "tablet" | "desktop" | "other" {
  const { device } = deviceOf(userAgent ?? null);
  if (device === "androidPhone" || device === "iphone" || device === "harmonyos") return "phone";
  if (device === "androidTablet" || device === "ipad") return "tablet";
  return device === "other" ? "other" : "desktop";
}
