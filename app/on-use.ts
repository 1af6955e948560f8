import { boot } from "./boot";

/** Loads the page's scripts when the visitor begins to use it. iOS before 13 has no pointer events. */
const USES = ["scroll", "pointermove", "touchstart", "keydown"];

function begin(): void {
  for (const use of USES) removeEventListener(use, begin, true);
  boot();
}

// A visitor who comes Back may already have scrolled.
if (scrollY > 0) begin();
else for (const use of USES) addEventListener(use, begin, { capture: true, passive: true });
