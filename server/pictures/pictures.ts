import { join } from "node:path";
import { LRUCache } from "lru-cache";
import {
  PICTURE_FETCHES_MAX,
  PICTURE_FETCHES_PER_HOST,
  PICTURE_FRESH_MS,
  PICTURE_MAX_BYTES,
  PICTURE_STALE_MS,
  PICTURES_IN_MEMORY_MAX_BYTES,
  PICTURES_ON_DISK_MAX_BYTES,
  PICTURES_ON_DISK_MAX_FILES,
  PICTURES_WAITING_MAX,
} from "~server/constants";
import { env } from "~server/env";
import { describeError, log } from "@storefront/observability/log";
import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import type { Wanted } from "./address";
import { pictureCache, type CacheLimits } from "./disk-cache";
import { failedPictures } from "./failures";
import { digestOf, type Made } from "./kept-file";
import type { Resolve } from "./public-address";
import { isResizerIdle, resize } from "./resizing";
import { fetchPicture, NoPicture } from "./source";

/** What a browser understands, besides JPEG and PNG. */
export interface Accepted {
  avif: boolean;
  webp: boolean;
}

type As = "avif" | "webp" | "plain" | "png";

export interface Pictures {
  /**
   * Gives a picture in its size (decision 0073): from the cache, and renewed behind the answer when it is old; else
   * fetched and made. Whoever asks for the same meanwhile gets the same.
   *
   * @throws NoPicture
   */
  get: (wanted: Wanted, accepted: Accepted) => Promise<Made>;
  /** Settles when nothing is done behind the answers any more. */
  settled: () => Promise<void>;
}

export interface PicturesOptions {
  folder: string;
  limits?: Partial<CacheLimits>;
  resolve?: Resolve;
  fetchDeadlineMs?: number;
}

/** AVIF that may wait to be made: what finds no room is made when it is asked for the next time. */
const AVIF_WAITING_MAX = 50;
const IDLE_LOOK_MS = 20;
/** The sizes and encodings of a picture are asked for shortly after one another. */
const SOURCE_KEPT_MS = 60_000;

export function createPictures({ folder, limits, resolve, fetchDeadlineMs: deadlineMs }: PicturesOptions): Pictures {
  const cache = pictureCache(
    folder,
    {
      maxBytes: PICTURES_ON_DISK_MAX_BYTES,
      maxFiles: PICTURES_ON_DISK_MAX_FILES,
      memoryBytes: PICTURES_IN_MEMORY_MAX_BYTES,
      ...limits,
    },
    (error) => log().warn({ error: describeError(error) }, "a picture cannot be kept"),
  );
  const fetching = concurrencyLimit(
    { atOnce: PICTURE_FETCHES_MAX, perName: PICTURE_FETCHES_PER_HOST, waiting: PICTURES_WAITING_MAX },
    () => new NoPicture("busy", "too many wait"),
  );
  const failures = failedPictures();
  const sources = new Map<string, Promise<Buffer>>();
  const recentSources = new LRUCache<string, { bytes: Buffer; atMs: number }>({
    maxSize: PICTURE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  let dropping: NodeJS.Timeout | undefined;
  const making = new Map<string, Promise<Made>>();
  const avifs = new Map<string, Wanted>();
  let makingAvifs: Promise<void> | undefined;

  const keyOf = ({ url, slot, size }: Wanted, as: As) => `${as} ${slot.letter}${size} ${url.href}`;

  async function sourceOf({ url }: Wanted): Promise<Buffer> {
    const recent = recentSources.get(url.href);
    if (recent && Date.now() - recent.atMs < SOURCE_KEPT_MS) return recent.bytes;
    const bytes = await shared(sources, url.href, () =>
      fetching.run(url.host, () => fetchPicture(url, { resolve, deadlineMs })),
    );
    recentSources.set(url.href, { bytes, atMs: Date.now() });
    clearTimeout(dropping);
    dropping = setTimeout(() => recentSources.clear(), SOURCE_KEPT_MS).unref();
    return bytes;
  }

  /** Fetches and makes a picture, or fetches and finds it unchanged. */
  function make(wanted: Wanted, as: As, before?: Made): Promise<Made> {
    const key = keyOf(wanted, as);
    const { href, host } = wanted.url;
    // A machine that is too slow for AVIF is not for WebP.
    const failure = as === "avif" ? `avif ${href}` : href;
    return shared(making, key, async () => {
      const recent = failures.recent(href) ?? failures.recent(failure);
      if (recent) throw recent;
      try {
        const source = await sourceOf(wanted);
        const sourceDigest = digestOf(source);
        const box = wanted.slot.box(wanted.size);
        const unchanged = before?.sourceDigest === sourceDigest ? before : undefined;
        const { bytes, encoding } = unchanged ?? (await resize(host, source, { box, as }));
        const made = { bytes, encoding, digest: digestOf(bytes), sourceDigest, madeAtMs: Date.now() };
        cache.write(key, as === "avif" && !unchanged ? await unlessLarger(wanted, made) : made);
        failures.forget(failure);
        return made;
      } catch (error) {
        if (error instanceof NoPicture && error.kind !== "busy") {
          failures.note(failure, error);
          log().info({ host, reason: error.message }, "a picture cannot be shown");
        }
        throw error;
      }
    });
  }

  /** An AVIF that is no smaller than the WebP is kept as an empty one: it is not tried again. */
  async function unlessLarger(wanted: Wanted, avif: Made): Promise<Made> {
    const webp = await cache.read(keyOf(wanted, "webp"));
    if (!webp || avif.bytes.length < webp.bytes.length) return avif;
    const bytes = Buffer.alloc(0);
    return { ...avif, bytes, digest: digestOf(bytes) };
  }

  /** Renews an old picture behind the answer; while that fails it is shown for as long as it may be. */
  function usable(wanted: Wanted, as: As, made: Made | undefined): Made | undefined {
    if (!made) return undefined;
    const ageMs = Date.now() - made.madeAtMs;
    if (ageMs > PICTURE_STALE_MS) return undefined;
    if (ageMs > PICTURE_FRESH_MS) void make(wanted, as, made).catch(() => undefined);
    return made;
  }

  /** AVIF takes three times the work of a WebP: it is made while nobody waits for a picture, one at a time. */
  function makeAvifLater(wanted: Wanted): void {
    if (avifs.size >= AVIF_WAITING_MAX) return;
    avifs.set(keyOf(wanted, "avif"), wanted);
    makingAvifs ??= makeAvifs().finally(() => (makingAvifs = undefined));
  }

  async function makeAvifs(): Promise<void> {
    for (const [key, wanted] of avifs) {
      while (!isResizerIdle()) await new Promise((resume) => setTimeout(resume, IDLE_LOOK_MS).unref());
      await make(wanted, "avif").catch(() => undefined);
      avifs.delete(key);
    }
  }

  return {
    async get(wanted, accepted) {
      const as = accepted.webp ? "webp" : wanted.slot.png ? "png" : "plain";
      const better = accepted.avif && accepted.webp;
      if (better) {
        const avif = usable(wanted, "avif", await cache.read(keyOf(wanted, "avif")));
        if (avif?.bytes.length) return avif;
        if (!avif) {
          const webp = usable(wanted, "webp", await cache.read(keyOf(wanted, "webp"))) ?? (await make(wanted, "webp"));
          makeAvifLater(wanted);
          return webp;
        }
      }
      return usable(wanted, as, await cache.read(keyOf(wanted, as))) ?? make(wanted, as);
    },
    async settled() {
      while (making.size > 0 || makingAvifs) {
        await Promise.allSettled([...making.values(), makingAvifs]);
      }
      await cache.written();
    },
  };
}

/** Does a piece of work once for all who ask for it while it is done. */
function shared<T>(doing: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = doing.get(key);
  if (known) return known;
  const mine = work().finally(() => doing.delete(key));
  doing.set(key, mine);
  return mine;
}

let current: Pictures | undefined;

/** Forgets what this process keeps in memory; for tests. */
export function forgetPictures(): void {
  current = undefined;
}

/** The pictures of this process, kept below DATA_DIR. */
export const pictures = (): Pictures => (current ??= createPictures({ folder: join(env().DATA_DIR, "pictures") }));
