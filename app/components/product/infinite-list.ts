import { useFetcher, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type MouseEvent } from "react";
import type { ShownPages } from "./infinite-list.server";
import { unlessLeft } from "~/components/feedback/network-failure";
import { isPlainClick } from "~/components/layout/plain-click";

/** After this many automatic loads the list waits for its button, so that visitors can reach the foot of the page. */
const AUTOMATIC_LOADS_MAX = 3;

export const itemId = (number: number) => `item-${number}`;

export const pagePath = (path: string, page: number) => `${path}?page=${page}`;

/** Loads more. Returns no list if the network drops the request: an error would replace the whole page. */
export async function loadMore<Data>(
  serverLoader: ClientLoaderFunctionArgs["serverLoader"],
): Promise<Data | { list: undefined }> {
  try {
    return (await unlessLeft(serverLoader<Data>())) as Data;
  } catch (error) {
    if (error instanceof Response) throw error;
    return { list: undefined };
  }
}

/** Makes Back and reload show as much as before. Does not use the router, which would load the data again. */
function storePlace(path: string, page: number): void {
  window.history.replaceState(window.history.state, "", pagePath(path, page));
}

/** Appends pages to the list, because the data of a later page lacks the pages that are already shown. */
function grown<Shown extends { productId: string }>(
  list: ShownPages<Shown>,
  more: ShownPages<Shown>,
): ShownPages<Shown> {
  if (more.first <= list.first) return more;
  const fresh = new Set(more.products.map(({ productId }) => productId));
  const earlier = list.products.filter(({ productId }) => !fresh.has(productId));
  const { first, before } = list;
  return {
    ...more,
    first,
    before,
    products: [...earlier, ...more.products],
    omittedCount: Math.max(list.omittedCount, more.omittedCount),
  };
}

/** Grows the list `first` as the visitor scrolls, from `path?page=n`. Without scripts its button is a link. */
export function useInfiniteList<Shown extends { productId: string }>(path: string, first: ShownPages<Shown>) {
  const fetcher = useFetcher();
  const loaded = fetcher.data as { list?: ShownPages<Shown>; beyond?: object } | undefined;
  const [loads, setLoads] = useState(0);
  const sentinel = useRef<HTMLDivElement>(null);
  const byButton = useRef(false);
  const requested = useRef(0);
  const [list, setList] = useState(first);
  const loading = fetcher.state !== "idle";
  // A failed load leaves the list and its button as they were.
  const failed = loaded !== undefined && !loaded.list && !loaded.beyond;

  // This is not an effect: for one frame, neither placeholders nor new items would be there, and the foot would move.
  const [appended, setAppended] = useState<typeof loaded>();
  if (loaded !== appended) {
    setAppended(loaded);
    // The list has become shorter, so the page no longer exists.
    const { list: more, beyond } = loaded ?? {};
    setList((shown) => (more ? grown(shown, more) : beyond ? { ...shown, more: false } : shown));
  }
  useEffect(() => {
    if (loaded?.list) storePlace(path, loaded.list.page);
  }, [loaded, path]);

  // The button is removed while more is loading, so the focus moves to the first new item.
  const shown = useRef(first.products.length);
  useEffect(() => {
    const next = itemId(list.before + shown.current + 1);
    shown.current = list.products.length;
    if (byButton.current) {
      const link = document.getElementById(next)?.querySelector("a");
      // A plain focus() would move a product that is in view to the middle.
      link?.focus({ preventScroll: true });
      link?.scrollIntoView({ block: "nearest" });
    }
    byButton.current = false;
  }, [list]);

  const load = useCallback(() => {
    if (!list.more) return;
    requested.current = list.page + 1;
    fetcher.load(pagePath(path, list.page + 1));
  }, [fetcher, list, path]);

  useEffect(() => {
    const end = sentinel.current;
    if (!end || !list.more || loading || failed || loads >= AUTOMATIC_LOADS_MAX) return;
    if (typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        // In a tall window nothing in view moves before a press.
        if (window.scrollY === 0 && entry.boundingClientRect.top < window.innerHeight) return;
        observer.disconnect();
        // On a slow phone the end comes into view again before the requested page or its loading state is rendered.
        if (requested.current > list.page) return;
        setLoads((count) => count + 1);
        load();
      },
      { rootMargin: "100%" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [list, loading, failed, loads, load]);

  const loadByButton = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    byButton.current = true;
    load();
  };
  return { list, sentinel, loading, failed, loadByButton };
}
