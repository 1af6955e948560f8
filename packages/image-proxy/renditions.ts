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

export interface Accepted {
  avif: boolean;
  webp: boolean;
}

/** The number of remembered failures. Strangers cannot add any, because addresses are signed. */
const FAILURES_MAX = 5_000;

/** The length of the queue of pending AVIF encodings. When it is full, the next request encodes. */
const AVIF_WAITING_MAX = 50;
const IDLE_POLL_MS = 20;
/** How long a fetched source stays in memory, because its other sizes and formats are usually requested soon. */
const SOURCE_TTL_MS = 60_000;

export function createRenditions(options: {
  folder: string;
  cacheLimits?: Partial<CacheLimits> | undefined;
  trustedOrigins: ImageProxyOptions["trustedOrigins"];
  resolve?: Resolve;
  fetchDeadlineMs?: number;
}) {
  const { folder, cacheLimits, trustedOrigins, resolve, fetchDeadlineMs: deadlineMs } = options;
  const cache = diskCache(
    folder,
    { maxBytes: DISK_MAX_BYTES, maxFiles: DISK_MAX_FILES, memoryBytes: MEMORY_MAX_BYTES, ...cacheLimits },
    (error) => log().warn({ error: describeError(error) }, "could not cache a picture"),
  );
  const imageLimit = concurrencyLimit(
    { concurrent: IMAGES_MAX, perName: IMAGES_PER_HOST, waiting: IMAGES_WAITING_MAX },
    () => new ImageUnavailable("busy", "too many wait"),
  );
  // A failing image is tried again at increasing intervals.
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
    const clear = guarded(() => recentSources.clear());
    clearing = setTimeout(clear, SOURCE_TTL_MS).unref();
    return bytes;
  }

  function make(variant: Variant, format: TargetFormat, before?: Rendition): Promise<Rendition> {
    const key = keyOf(variant, format);
    const { href, host } = variant.url;
    // A machine that is too slow for AVIF may still be fast enough for WebP.
    const failureKey = format === "avif" ? `avif ${href}` : href;
    async function work(): Promise<Rendition> {
      const failure = [href, failureKey].map((each) => negativeCache.get(each)).find((each) => each?.isRecent);
      if (failure) throw failure.error;
      try {
        const source = await sourceOf(variant);
        const sourceDigest = digestOf(source);
        const box = variant.preset.box(variant.size);
        const unchanged = before?.sourceDigest === sourceDigest ? before : undefined;
        // We check after the fetch, because other images may wait by now.
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
          log().info({ host, reason: error.message }, "could not show a picture");
        }
        throw error;
      }
    }
    return sharedWork(pending, key, () => imageLimit.run(host, work));
  }

  /** Replaces an AVIF that is no smaller than the WebP by an empty file, so that it is not made again. */
  async function unlessLarger(variant: Variant, avif: Rendition): Promise<Rendition> {
    const webp = await cache.read(keyOf(variant, "webp"));
    if (!webp || avif.bytes.length < webp.bytes.length) return avif;
    const bytes = Buffer.alloc(0);
    return { ...avif, bytes, digest: digestOf(bytes) };
  }

  function usable(variant: Variant, format: TargetFormat, cached: Rendition | undefined): Rendition | undefined {
    if (!cached) return undefined;
    if (Date.now() - cached.validatedAtMs > STALE_MS) return undefined;
    // A time in the future means that a clock was set back, so its age is unknown.
    if (ageOf(cached.validatedAtMs) > FRESH_MS) void make(variant, format, cached).catch(() => undefined);
    return cached;
  }

  /** Makes an AVIF, one at a time, while nobody waits for an image, because it takes three times the work of WebP. */
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
    /**
     * Returns a rendition from the cache (revalidated in the background if stale), or else makes it from the fetched
     * source. Concurrent requests for a rendition share the work.
     *
     * @throws ImageUnavailable
     */
    async get(variant: Variant, accepted: Accepted): Promise<Rendition> {
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
