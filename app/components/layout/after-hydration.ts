import { startPreservingInput } from "~/components/form/preserved-input";

let isStarted = false;

/**
 * Starts, once, the work that can wait: preserving input, closing the account's menu, and measuring one page in ten.
 *
 * @param offline the notice that there is no network
 * @param isMeasured true if the operator wants measurements
 */
export function startAfterHydration(offline: string, isMeasured = false): void {
  if (isStarted) return;
  isStarted = true;
  startPreservingInput(offline);
  closeAccountMenu();
  // The library loads only in browsers with the functions that it calls: an error would end the hydrated page.
  if (!isMeasured || Math.random() > 0.1 || !("at" in [])) return;
  import("./web-vitals").then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => undefined,
  );
}

function closeAccountMenu(): void {
  const close = (isWanted: (menu: Element) => boolean) => {
    const menu = document.querySelector(".account-fold[open]");
    if (!menu || !isWanted(menu)) return;
    menu.removeAttribute("open");
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  };
  addEventListener("click", ({ target }) => close((menu) => !menu.contains(target as Node)));
  addEventListener("keydown", ({ key }) => close(() => key === "Escape"));
}
