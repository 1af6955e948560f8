import { boot } from "./boot";
import { isBack } from "./components/form/came-back";

/** Loads the page's scripts when the visitor begins to use it. */

/** Screen readers, and a mouse that was never moved, only click. */
const USES = ["scroll", "touchstart", "keydown", "click"];

let place: string | undefined;

/**
 * When a page opens, Chromium sends `mousemove` for a mouse at rest, before or after this script runs. Safari before 13
 * has no pointer events.
 */
function follow({ screenX, screenY }: MouseEvent): void {
  const before = place;
  place = `${screenX} ${screenY}`;
  if (before && before !== place) begin();
}

function begin(): void {
  for (const use of USES) removeEventListener(use, begin, true);
  removeEventListener("mousemove", follow, true);
  boot();
}

// Back and the language switch, which ends at an anchor, restore input. That must not happen under the visitor's hands.
if (scrollY > 0 || location.hash || isBack()) begin();
else {
  for (const use of USES) addEventListener(use, begin, { capture: true, passive: true });
  addEventListener("mousemove", follow, { capture: true, passive: true });
}
