import { useEffect } from "react";
import { useLanguage } from "~/i18n/text";

/**
 * Registers the service worker that caches public pages. In-app browsers, old browsers and those that refuse do
 * without. Only the lists do this: the product page has no byte to spare.
 */
export function useOfflineCaching(): void {
  const { locale } = useLanguage();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (import.meta.env.PROD && serviceWorker) serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => {});
  }, [locale]);
}
