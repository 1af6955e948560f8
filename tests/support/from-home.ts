import type { Page } from "@playwright/test";

const PLACES = { foot: "footer", menu: "nav.menu-panel" };

/** Opens Home, and follows a link of its foot or of its menu. */
export async function followFromHome(page: Page, place: keyof typeof PLACES, name: string): Promise<void> {
  await page.goto("/Index/Home");
  if (place === "menu") await page.locator("details.menu summary").click();
  await page.locator(PLACES[place]).getByRole("link", { name }).click();
}
