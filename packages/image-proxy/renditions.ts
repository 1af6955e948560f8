import { sharedWork } from "@storefront/resilience/shared-work";
import { LRUCache } from "lru-cache";
import { describeError, log } from "@storefront/observability/log";
import { ageOf } from "@storefront/resilience/age";
import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { guarded } from "@storefront/resilience/guarded";
import { createNegativeCache } from "@storefront/resilience/negative-cache";
import {
  DISK_MAX_BYTES,
  DISK_MAX_FILES,
  FRESH_MS,
  IMAGES_MAX,
  IMAGES_PER_HOST,
  IMAGES_WAITING_MAX,
  MEMORY_MAX_BYTES,
  RETRY_FIRST_MS,
  RETRY_LONGEST_MS,
  SOURCE_MAX_BYTES,
  STALE_MS,
} from "./constants";
import { diskCache } from "./disk-cache";
import type { CacheLimits, ImageProxyOptions, Variant } from "./options";
import type { Resolve } from "./public-address";
import { digestOf, type Rendition } from "./rendition-file";
import { countCostlyDrawings, isResizerIdle, resize, type TargetFormat } from "./resize";
import { fetchSource, ImageUnavailable } from "./source";

/** The formats that a browser understands, besides JPEG and PNG. */
export interface Accepted {
  avif: boolean;
  webp: boolean;
}

export interface Renditions {
  /**
   * Gives a rendition (decision 0073): from the cache, revalidated in the background when it is stale; else of the
   * fetched source. Requests for the same one share the work.
   *
   * @throws ImageUnavailable
   */
  get: (variant: Variant, accepted: Accepted) => Promise<Rendition>;
  /** Settles when nothing is done in the background any more. */
  settled: () => Promise<void>;
}

export interface RenditionsOptions {
  folder: string;
  cacheLimits?: Partial<CacheLimits> | undefined;
  trustedOrigins: ImageProxyOptions["trustedOrigins"];
  resolve?: Resolve;
  fetchDeadlineMs?: number;
}

/** Images whose failure is remembered. Strangers cannot make them more, since addresses are signed. */
const FAILURES_MAX = 5_000;

/** AVIF that may wait to be made: what finds no place is made at its next request. */
const AVIF_WAITING_MAX = 50;
const IDLE_POLL_MS = 20;
/** A source stays in memory for so long: its sizes and formats are requested shortly after one another. */
const SOURCE_TTL_MS = 60_000;

export function createRenditions(options: RenditionsOptions): Renditions {
  const { folder, cacheLimits, trustedOrigins, resolve, fetchDeadlineMs: deadlineMs } = options;
  const cache = diskCache(
    folder,
    { maxBytes: DISK_MAX_BYTES, maxFiles: DISK_MAX_FILES, memoryBytes: MEMORY_MAX_BYTES, ...cacheLimits },
    (error) => log().warn({ error: describeError(error) }, "a picture cannot be kept"),
  );
  const imageLimit = concurrencyLimit(
    { concurrent: IMAGES_MAX, perName: IMAGES_PER_HOST, waiting: IMAGES_WAITING_MAX },
    () => new ImageUnavailable("busy", "too many wait"),
  );
  // One that cannot be had, or does harm, costs one try, and then seldom another.
  const pauses = { retryFirstMs: RETRY_FIRST_MS, retryLongestMs: RETRY_LONGEST_MS, staleMs: Infinity };
  const negativeCache = createNegativeCache<ImageUnavailable>({ max: FAILURES_MAX, ...pauses });
  const costlyDrawings = countCostlyDrawings();
  const fetches = new Map<string, Promise<Buffer>>();
  const recentSources = new LRUCache<string, { bytes: Buffer; atMs: number }>({
    maxSize: SOURCE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  let clearing: NodeJS.Timeout | undefined;
  const pending = new Map<string, Promise<Rendition>>();
  const avifQueue = new Map<string, Variant>();
  let makingAvifs: Promise<void> | undefined;

  // A change of this text would orphan every file of the cache.
  const keyOf = ({ url, preset, size }: Variant, format: TargetFormat) =>
    `${format} ${preset.letter}${size} ${url.href}`;

  async function sourceOf({ url }: Variant): Promise<Buffer> {
    const recent = recentSources.get(url.href);
    if (recent && Date.now() - recent.atMs < SOURCE_TTL_MS) return recent.bytes;
    const bytes = await sharedWork(fetches, url.href, () =>
      fetchSource(url, { trustedOrigins: trustedOrigins(), resolve, deadlineMs }),
    );
    recentSources.set(url.href, { bytes, atMs: Date.now() });
    clearTimeout(clearing);
    clearing = setTimeout(
      guarded(() => recentSources.clear()),
      SOURCE_TTL_MS,
    ).unref();
    return bytes;
  }

  /** Fetches the source and resizes it, unless it is the one that the rendition before was made of. */
  function make(variant: Variant, format: TargetFormat, before?: Rendition): Promise<Rendition> {
    const key = keyOf(variant, format);
    const { href, host } = variant.url;
    // A machine that is too slow for AVIF is not for WebP.
    const failureKey = format === "avif" ? `avif ${href}` : href;
    async function work(): Promise<Rendition> {
      const failure = [href, failureKey].map((each) => negativeCache.get(each)).find((each) => each?.isRecent);
      if (failure) throw failure.error;
      try {
        const source = await sourceOf(variant);
        const sourceDigest = digestOf(source);
        const box = variant.preset.box(variant.size);
        const unchanged = before?.sourceDigest === sourceDigest ? before : undefined;
        // Its source has taken time to come: images may wait by now, and one at work is not interrupted.
        if (format === "avif" && !unchanged) await resizerIdle();
        const resized = unchanged ?? (await resize(costlyDrawings, host, source, { box, format }));
        const { bytes } = resized;
        const digest = digestOf(bytes);
        const rendition = { bytes, format: resized.format, digest, sourceDigest, validatedAtMs: Date.now() };
        cache.write(key, format === "avif" && !unchanged ? await unlessLarger(variant, rendition) : rendition);
        negativeCache.evict(failureKey);
        return rendition;
      } catch (error) {
        if (error instanceof ImageUnavailable && error.kind !== "busy") {
          negativeCache.note(failureKey, error);
          log().info({ host, reason: error.message }, "a picture cannot be shown");
        }
        throw error;
      }
    }
    return sharedWork(pending, key, () => imageLimit.run(host, work));
  }

  /** An AVIF that is no smaller than the WebP is cached as an empty one: it is not tried again. */
  async function unlessLarger(variant: Variant, avif: Rendition): Promise<Rendition> {
    const webp = await cache.read(keyOf(variant, "webp"));
    if (!webp || avif.bytes.length < webp.bytes.length) return avif;
    const bytes = Buffer.alloc(0);
    return { ...avif, bytes, digest: digestOf(bytes) };
  }

  /** Revalidates a stale rendition in the background; while that fails it is served up to the oldest age. */
  function usable(variant: Variant, format: TargetFormat, cached: Rendition | undefined): Rendition | undefined {
    if (!cached) return undefined;
    if (Date.now() - cached.validatedAtMs > STALE_MS) return undefined;
    // One that lies ahead, because a clock was set back, has no known age.
    if (ageOf(cached.validatedAtMs) > FRESH_MS) void make(variant, format, cached).catch(() => undefined);
    return cached;
  }

  /** AVIF takes three times the work of a WebP: it is made while no image is waited for, one at a time. */
  function makeAvifLater(variant: Variant): void {
    if (avifQueue.size >= AVIF_WAITING_MAX) return;
    avifQueue.set(keyOf(variant, "avif"), variant);
    makingAvifs ??= makeAvifs().finally(() => (makingAvifs = undefined));
  }

  async function makeAvifs(): Promise<void> {
    for (const [key, variant] of avifQueue) {
      await resizerIdle();
      await make(variant, "avif").catch(() => undefined);
      avifQueue.delete(key);
    }
  }

  return {
    async get(variant, accepted) {
      const format = accepted.webp ? "webp" : variant.preset.png ? "png" : "plain";
      if (accepted.avif && accepted.webp) {
        const avif = usable(variant, "avif", await cache.read(keyOf(variant, "avif")));
        if (avif?.bytes.length) return avif;
        if (!avif) {
          const cached = usable(variant, "webp", await cache.read(keyOf(variant, "webp")));
          const webp = cached ?? (await make(variant, "webp"));
          makeAvifLater(variant);
          return webp;
        }
      }
      return usable(variant, format, await cache.read(keyOf(variant, format))) ?? make(variant, format);
    },
    async settled() {
      while (pending.size > 0 || makingAvifs) {
        await Promise.allSettled([...pending.values(), makingAvifs]);
      }
      await cache.written();
    },
  };
}

async function resizerIdle(): Promise<void> {
  while (!isResizerIdle()) await new Promise<void>((resume) => setTimeout(guarded(resume), IDLE_POLL_MS).unref());
}
