import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /** The texts that were replaced, until the page is left. */
    replaced: number;
  }
}

/** Runs in the page: what Google Translate and Edge do to a page, again whenever something changes in it. */
function replaceTexts(): void {
  window.replaced = 0;
  const isKept = (text: Text) =>
    !/\S/.test(text.data) || text.parentElement?.closest("font, script, style, noscript, textarea, [translate=no]");
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isKept(text)) continue;
      const outer = document.createElement("font");
      // The text is a new node: the one that React knows is gone.
      outer.appendChild(document.createElement("font")).appendChild(document.createTextNode(text.data));
      text.replaceWith(outer);
      window.replaced += 1;
    }
  };
  replaceIn(document.body);
  new MutationObserver(() => replaceIn(document.body)).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

/** Translates the page as browsers do: each text becomes another node, inside two `<font>`. */
export const translate = (page: Page): Promise<void> => page.evaluate(replaceTexts);

/** Runs in the page: lets scripts do all that they do at a press, and keeps the browser from leaving the page. */
function stay(): void {
  const keep = (event: Event) => event.preventDefault();
  addEventListener("submit", keep);
  addEventListener("click", (event) => {
    if ((event.target as Element).closest("a[href]")) keep(event);
  });
}

const CONTROLS = "a[href], button:not([disabled]), summary, input:not([type=hidden]):not([type=file])";

/**
 * Presses or fills in everything on a page, one after the other, sheets that open in place included, without leaving it.
 *
 * @returns how many controls were pressed
 */
export async function pressEverything(page: Page): Promise<number> {
  await page.evaluate(stay);
  let waiting = 0;
  page.on("request", () => (waiting += 1));
  page.on("requestfinished", () => (waiting -= 1));
  page.on("requestfailed", () => (waiting -= 1));
  const pressed = new Set<string>();
  for (;;) {
    const next = await page.evaluate(
      ([selector, before]) => {
        const shown = Array.from(document.querySelectorAll<HTMLElement>(selector as string));
        for (const [at, control] of shown.entries()) {
          if (control.closest("[inert]") || !control.getClientRects().length) continue;
          const { id, textContent } = control;
          const name = `${location.search} ${id} ${control.getAttribute("value") ?? control.getAttribute("href") ?? ""} ${id ? "" : textContent}`;
          if (before?.includes(name)) continue;
          if (control instanceof HTMLInputElement && !/checkbox|radio/.test(control.type)) {
            control.focus();
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, String(7 + at));
            control.dispatchEvent(new Event("input", { bubbles: true }));
            control.blur();
          } else control.click();
          return name;
        }
        return undefined;
      },
      [CONTROLS, [...pressed]] as const,
    );
    if (next === undefined) return pressed.size;
    pressed.add(next);
    // React renders in a task of its own, and the replaced texts follow.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    while (waiting > 0) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}
