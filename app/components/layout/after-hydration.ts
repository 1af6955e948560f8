import { startPreservingInput } from "~/components/form/preserved-input";

let isStarted = false;

/**
 * Starts, once, what no page needs at first: preserving input, closing the account's menu, and measuring one page in ten.
 *
 * @param offline the notice that there is no network
 * @param isMeasured whether the operator wants measurements
 */
export function startAfterHydration(offline: string, isMeasured = false): void {
  if (isStarted) return;
  isStarted = true;
  startPreservingInput(offline);
  closeAccountMenu();
  // Only in browsers that have what the library calls, because an error in it would end the hydrated page.
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
