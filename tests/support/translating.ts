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
  // Deprecated, and what they use.
  const tag: string = "font";
  const isKept = (text: Text) =>
    !/\S/.test(text.data) || text.parentElement?.closest("font, script, style, noscript, textarea, [translate=no]");
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isKept(text)) continue;
      const outer = document.createElement(tag);
      // The text is a new node: the one that React knows is gone.
      outer.appendChild(document.createElement(tag)).appendChild(document.createTextNode(text.data));
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

/** Not the language switch, which leads to another page by itself. */
const CONTROLS =
  "a[href], button:not([disabled]):not([value^=language]), summary, input:not([type=hidden]):not([type=file])";

/** Runs in the page: presses or fills in the first control that was not pressed yet, and returns its name. */
function pressNext([selector, pressed]: readonly [selector: string, pressed: readonly string[]]): string | undefined {
  for (const [at, control] of Array.from(document.querySelectorAll<HTMLElement>(selector)).entries()) {
    if (control.closest("[inert]") || !control.getClientRects().length) continue;
    const { id, textContent } = control;
    const target = control.getAttribute("value") ?? control.getAttribute("href");
    const name = [location.search, id, target, id ? "" : textContent].join(" ");
    if (pressed.includes(name)) continue;
    if (control instanceof HTMLInputElement && !/checkbox|radio/.test(control.type)) {
      control.focus();
      // React takes a value for typed only where its own setter was not asked.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, String(7 + at));
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.blur();
    } else control.click();
    return name;
  }
  return undefined;
}

/**
 * Translates the page and presses or fills in everything on it, one after the other, also in sheets that open in place.
 * Where scripts lead to another document it comes back.
 *
 * @returns how many controls were pressed
 */
export async function pressEverything(page: Page): Promise<number> {
  const start = page.url();
  const begin = async () => {
    await translate(page);
    await page.evaluate(stay);
  };
  let waiting = 0;
  const more = () => (waiting += 1);
  const fewer = () => (waiting -= 1);
  page.on("request", more).on("requestfinished", fewer).on("requestfailed", fewer);
  await begin();
  const pressed = new Set<string>();
  for (;;) {
    const next = await page.evaluate(pressNext, [CONTROLS, [...pressed]] as const);
    if (next === undefined) break;
    pressed.add(next);
    try {
      // React renders in a task of its own, and the replaced texts follow.
      const turn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
      do await turn();
      while (waiting > 0);
      if (await page.evaluate(() => "replaced" in window)) continue;
    } catch (error) {
      if (!/navigation|destroyed/.test(String(error))) throw error;
    }
    await page.goto(start);
    waiting = 0;
    await begin();
  }
  page.off("request", more).off("requestfinished", fewer).off("requestfailed", fewer);
  return pressed.size;
}
