import { RemixBrowser } from "@remix-run/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { DocumentProvider, type Answered } from "./components/document-facts";
import { letReadsDrop } from "./components/dropped-read";
import { nameSubmitter } from "./components/submitter-polyfill";
import type { HydrationData } from "./hydration";
import { LanguageProvider, readerOf } from "./i18n/text";

// Every page that hydrates has the root: it comes in this file, and not in one of its own (`app/hydration.server.ts`).
export { default, ErrorBoundary, Layout, shouldRevalidate } from "./root";

/**
 * Hydrates the page (house 14). Whatever throws, now or later, puts the server's page back with all that was typed:
 * what a script broke still works without scripts (behaviour 10.34).
 *
 * @param data what the server handed over
 * @param fail notes the failure; two of them, and the next pages come without scripts
 */
export function hydrate(data: HydrationData, fail: () => void): void {
  const page = document.getElementById("page");
  if (!page) return;
  const served = Array.from(page.childNodes);
  const { href } = location;
  const { activeElement } = document;
  let stands = true;

  const putBack = () => {
    if (!stands) return;
    stands = false;
    // Another step of the flow than the one that the server's page shows.
    if (location.href !== href) {
      location.reload();
      return;
    }
    // After React's own work, and before the browser paints.
    void Promise.resolve().then(() => {
      root.unmount();
      // Without what React attached to the old one.
      const fresh = page.cloneNode(false);
      served.forEach((node) => fresh.appendChild(node));
      page.parentNode?.replaceChild(fresh, page);
      if (activeElement instanceof HTMLElement && fresh.contains(activeElement)) activeElement.focus();
    });
  };
  const giveUp = () => {
    fail();
    putBack();
  };

  addEventListener("error", ({ filename }) => {
    if (filename.startsWith(`${location.origin}/assets/`)) giveUp();
  });
  nameSubmitter();
  letReadsDrop();
  const locale = document.documentElement.lang === "en" ? "en_US" : "el_GR";
  // What only the answer knew stands on the element that shows it.
  const answered = document.querySelector<HTMLElement>(".meanwhile")?.dataset as Answered | undefined;
  const root = hydrateRoot(
    page,
    <StrictMode>
      <LanguageProvider value={{ locale, text: readerOf(data.texts) }}>
        <DocumentProvider value={{ scripts: "shipped", answered }}>
          <RemixBrowser />
        </DocumentProvider>
      </LanguageProvider>
    </StrictMode>,
    { onRecoverableError: giveUp },
  );
}
