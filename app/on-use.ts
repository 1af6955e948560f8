import { boot } from "./boot";

/** Loads the page's scripts when the visitor begins to use it. */
const USES = ["scroll", "touchstart", "keydown"];

let place: string | undefined;

/** When a page opens, Chromium sends this event for a pointer at rest, before or after this script runs. */
function follow({ screenX, screenY }: PointerEvent): void {
  const before = place;
  place = `${screenX} ${screenY}`;
  if (before && before !== place) begin();
}

function begin(): void {
  for (const use of USES) removeEventListener(use, begin, true);
  removeEventListener("pointermove", follow, true);
  boot();
}

// A visitor who comes Back may already have scrolled.
if (scrollY > 0) begin();
else {
  for (const use of USES) addEventListener(use, begin, { capture: true, passive: true });
  // iOS before 13 has no pointer events.
  addEventListener("pointermove", follow, { capture: true, passive: true });
}
