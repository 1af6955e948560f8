import type { BrowserContext } from "@playwright/test";
import { NEWER_APIS, type Api } from "./newer-apis";

/** The Playwright project whose pages have only the APIs of the oldest hydrating browsers. */
export const OLD_BROWSER = "old-browser";

/** Removes APIs from a page. It runs in the page before the page's own scripts. */
function takeAway(apis: readonly Api[]): void {
  const remove = (from: unknown, name: string) => {
    if ((typeof from === "object" && from) || typeof from === "function") Reflect.deleteProperty(from, name);
  };
  for (const { of, name, isStatic } of apis) {
    if (name === undefined) continue;
    const owner: unknown = Reflect.get(window, of);
    if (isStatic !== false || typeof owner === "object") remove(owner, name);
    if (!isStatic && typeof owner === "function") remove(owner.prototype, name);
  }
  for (const { of, name } of apis) if (name === undefined) remove(window, of);
}

/** Playwright needs these to read values from a page. A test of the built files proves that our scripts do not. */
const TOOLS = new Set(["BigInt64Array", "BigUint64Array", "globalThis"]);

/** Removes every API that Chrome 66 or Safari 12.1 lacks from the pages of a context. */
export async function takeNewerApis(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    takeAway,
    NEWER_APIS.filter(({ of }) => !TOOLS.has(of)),
  );
}
