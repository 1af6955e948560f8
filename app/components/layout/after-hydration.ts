import { startPreservingInput } from "~/components/form/preserved-input";

let isStarted = false;

/** Starts, once, what can wait. `offline` is the notice without a network; `isMeasured` measures one page in ten. */
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
