import type { Locator } from "@playwright/test";

/** An attribute of each element that is found; null for an element without it. */
export async function attributesOf(elements: Locator, name: string): Promise<(string | null)[]> {
  return Promise.all((await elements.all()).map((element) => element.getAttribute(name)));
}
