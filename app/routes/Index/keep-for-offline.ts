import { useEffect } from "react";
import { useLanguage } from "~/i18n/text";

/**
 * Has the browser keep public pages for when there is no network (behaviour 2.123). Browsers inside of apps, old ones
 * and those that refuse do without. The lists do this, and not every page: the product has no byte to spare.
 */
export function useOfflineCaching(): void {
  const { locale } = useLanguage();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (import.meta.env.PROD && serviceWorker) serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => {});
  }, [locale]);
}
