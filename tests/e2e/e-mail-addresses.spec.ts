import { expect, test } from "../support/journey";

/** Cloudflare hides e-mail addresses by a script, which the content policy refuses (behaviour 10.51). */

/** What Cloudflare would rewrite: an address in a text, or a link to one, outside of what is marked. */
const HIDDEN = /[\w.+-]+@[\w-]+\.[a-z]{2,}|mailto:/i;

/** Texts and links outside of the marks. Cloudflare leaves scripts, styles and the head alone. */
const rewritable = (markup: string) =>
  markup
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<!--email_off-->.*?<!--\/email_off-->/s, "")
    .replace(/<(script|style|textarea)\b.*?<\/\1>/gs, "");

for (const locale of ["el_GR", "en_US"] as const) {
  test(`Cloudflare leaves every e-mail address as it is: ${locale}`, async ({ page, enter }) => {
    await enter(locale);
    const shown: string[] = [];
    for (const path of [
      "/Index/Home",
      "/Index/AboutUs",
      "/LeavingMessage",
      "/UserAgreement",
      "/UserCenter",
      "/Offline",
    ]) {
      const markup = (await (await page.goto(path))?.text()) ?? "";
      expect(rewritable(markup), path).not.toMatch(HIDDEN);
      if (HIDDEN.test(markup)) shown.push(path);
    }
    expect(shown).toEqual(
      expect.arrayContaining(["/Index/Home", "/Index/AboutUs", "/LeavingMessage", "/UserAgreement"]),
    );
  });
}
