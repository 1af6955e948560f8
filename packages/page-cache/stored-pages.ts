import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { registerGauge } from "@storefront/observability/gauges";
import { PAGE_CACHE_MAX_BYTES, PAGE_FRESH_MS, PAGE_STALE_MS } from "./ttl";
import { store, type Entry, type Rendered } from "./entry";

const nextTurn = promisify(setImmediate);

/** The options and findings of one rendering. */
export interface RenderScope {
  /** Whether a stale read waits for its revalidation, instead of returning the stale data. */
  waits: boolean;
  /** Keys of the data that it used. */
  keys: Set<string>;
}

/** The data that pages are made from. */
export interface Dependencies {
  /** Runs a rendering; what it reads, however deep in it, is noted in the scope. */
  collect: <T>(scope: RenderScope, run: () => T) => T;
  /**
   * Calls a listener with the key of what has changed.
   *
   * @returns stops it
   */
  onChange: (listener: (key: string) => void) => () => void;
}

/** Pages by their key. */
export interface StoredPages {
  /**
   * The stored page, up to `PAGE_STALE_MS` old. Older than `PAGE_FRESH_MS` it is stale: it is returned while one
   * rendering revalidates it (stale-while-revalidate).
   *
   * @param render renders the page, for a request without a visitor
   */
  get(key: string, render: () => Promise<Rendered>): Entry | undefined;
  /**
   * Renders a page that is not stored, once for all concurrent requests (they are coalesced, so that a miss makes no
   * stampede), and stores it if it may be.
   *
   * @throws what the rendering throws
   */
  fill(key: string, render: () => Promise<Rendered>): Promise<Entry>;
  /** Stops listening for changes. */
  close: () => void;
}

/** A rendering that is under way. */
interface Filling {
  scope: RenderScope;
  /** Whether data that it has shown have changed. */
  changed: boolean;
  done?: Promise<Entry>;
}

/**
 * Makes an empty cache of pages, bounded in bytes.
 *
 * @param dependencies what they are made from: a page is purged when it changes
 * @param failed called with the error of a failed revalidation
 */
export function createStoredPages(dependencies: Dependencies, failed: (error: unknown) => void): StoredPages {
  const entries = new LRUCache<string, Entry>({
    maxSize: PAGE_CACHE_MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes),
    dispose: (entry, key) => forget(key, entry),
  });
  /** Keys of pages by the public reads that they show. */
  const showing = new Map<string, Set<string>>();
  const underWay = new Map<string, Filling>();
  registerGauge("cached pages", () => entries.size);
  registerGauge("pages under way", () => underWay.size);

  function remember(key: string, entry: Entry): void {
    entries.set(key, entry);
    for (const read of entry.reads) {
      const keys = showing.get(read) ?? new Set();
      showing.set(read, keys.add(key));
    }
  }

  function forget(key: string, { reads }: Entry): void {
    for (const read of reads) {
      const keys = showing.get(read);
      keys?.delete(key);
      if (keys?.size === 0) showing.delete(read);
    }
  }

  const close = dependencies.onChange((read) => {
    for (const key of [...(showing.get(read) ?? [])]) entries.delete(key);
    // What is being rendered may show the old data.
    for (const filling of underWay.values()) if (filling.scope.keys.has(read)) filling.changed = true;
  });

  async function make(key: string, filling: Filling, render: () => Promise<Rendered>): Promise<Entry> {
    // The request that got the stale page does not wait for the first part of the rendering either.
    if (filling.scope.waits) await nextTurn();
    const startedAtMs = Date.now();
    const before = entries.peek(key);
    const rendered = await dependencies.collect(filling.scope, render);
    // A page whose data changed meanwhile is shown to those who wait for it, and rendered again for the next one.
    const renderedAtMs = filling.changed ? startedAtMs - PAGE_FRESH_MS : startedAtMs;
    const entry = store(rendered, { renderedAtMs, reads: filling.scope.keys }, before);
    if (entry.isCacheable) remember(key, entry);
    else entries.delete(key);
    return entry;
  }

  function start(key: string, render: () => Promise<Rendered>, waits: boolean): Promise<Entry> {
    const known = underWay.get(key);
    if (known?.done) return known.done;
    const filling: Filling = { scope: { waits, keys: new Set() }, changed: false };
    underWay.set(key, filling);
    filling.done = make(key, filling, render).finally(() => underWay.delete(key));
    return filling.done;
  }

  return {
    get(key, render) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const ageMs = ageOf(entry.renderedAtMs);
      if (ageMs < PAGE_FRESH_MS) return entry;
      if (ageMs > PAGE_STALE_MS) return undefined;
      if (!underWay.has(key)) start(key, render, true).catch(failed);
      return entry;
    },
    fill: (key, render) => start(key, render, false),
    close,
  };
}
