/** Starts the page's scripts when the visitor begins to use it. The page's first preload is `boot`. */

/** iOS before 13 has no pointer events. */
const USES = ["scroll", "pointermove", "touchstart", "keydown"];

const boot = document.querySelector<HTMLLinkElement>("link[rel=modulepreload]");

function begin(): void {
  for (const use of USES) removeEventListener(use, begin, true);
  // A failed load changes nothing: the page works without scripts.
  if (boot) import(/* @vite-ignore */ boot.href).catch(() => {});
}

// A visitor who comes Back may already have scrolled.
if (scrollY > 0) begin();
else for (const use of USES) addEventListener(use, begin, { capture: true, passive: true });
