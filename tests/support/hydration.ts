import type { Locator } from "@playwright/test";

/** Whether React has hydrated the element: it then has a property of React's. */
export function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
}
