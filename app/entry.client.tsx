import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { DocumentProvider, type FailureFacts } from "./components/layout/document-facts";
import type { HydrationData } from "./boot";
import { LANGUAGES } from "./i18n/locales";
import { LanguageProvider, catalogueReader } from "./i18n/text";
import type { RootData } from "./root-data.server";

// The root is part of this file, because every hydrated page has it (`app/hydration.server.ts`).
export { clientLoader, default, ErrorBoundary, Layout, shouldRevalidate } from "./root";

/** Elements of translators around texts: Google and Edge `font`, Yandex its own. Firefox changes `lang`. */
const TRANSLATED = "font,ya-tr-span";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Copies a field's value, even a password or file, into the field with the same id in the current page. */
function typeAgain(field: Field): void {
  const { id, type, value, checked, files } = field as HTMLInputElement;
  Object.assign(document.getElementById(id) ?? {}, type === "file" ? { files } : { value, checked });
}

/**
 * Hydrates the page. Any error, now or later, restores the server's page with all input.
 *
 * @param fail records the failure, unless a translator may have caused it; after two, the next pages have no scripts
 */
export function hydrate(data: HydrationData, fail: () => void): void {
  const page = document.getElementById("page");
  const { locale } = (data.context.state.loaderData as { root: RootData }).root;
  const isTranslated = () => document.querySelector(`${TRANSLATED},html:not([lang=${LANGUAGES[locale].html}])`);
  // React would replace a translated page, and with it the focus and what is being pressed.
  if (!page || isTranslated()) return;
  // We copy the page because React changes its nodes. The copy's document has no window, so it fetches no pictures.
  const served = document.implementation.createHTMLDocument("").importNode(page, true);
  const changed = Array.from(page.children);
  const { href } = location;
  const { activeElement } = document;

  const putBack = () => {
    if (!page.parentNode) return;
    // The page shows a different step of the flow from the server's page.
    if (href !== location.href) {
      location.reload();
      return;
    }
    // This runs after React's own work and before the browser paints.
    void Promise.resolve().then(() => {
      root.unmount();
      page.replaceWith(served);
      changed.forEach((node) => node.querySelectorAll<Field>("input, textarea, select").forEach(typeAgain));
      if (activeElement) document.getElementById(activeElement.id)?.focus();
    });
  };
  const giveUp = () => {
    if (!isTranslated()) fail();
    putBack();
  };

  addEventListener("error", ({ filename }) => {
    if (filename.startsWith(`${location.origin}/assets/`)) giveUp();
  });
  nameSubmitter();
  // Facts that only the response has are attributes of the element that shows them.
  const failure = document.querySelector<HTMLElement>(".meanwhile")?.dataset as FailureFacts | undefined;
  let root: Root;
  // React works in steps of 5 ms. A press waits for one step, then React finishes at once and handles it.
  startTransition(() => {
    root = hydrateRoot(
      page,
      <StrictMode>
        <LanguageProvider value={{ locale, text: catalogueReader(data.texts) }}>
          <DocumentProvider value={{ scripts: "shipped", failure }}>
            <RemixBrowser />
          </DocumentProvider>
        </LanguageProvider>
      </StrictMode>,
      { onRecoverableError: giveUp },
    );
  });
}

/** Adds `submitter` to submit events, which names a form's `intent` (Safari before 15.4). Call it before React runs. */
function nameSubmitter(): void {
  if (typeof SubmitEvent === "function" && "submitter" in SubmitEvent.prototype) return;
  let pressed: HTMLButtonElement | null = null;
  // Enter in a field clicks the form's first button.
  addEventListener(
    "click",
    ({ target }) => (pressed = target instanceof Element ? target.closest<HTMLButtonElement>("button") : null),
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const submitter = pressed && event.target === pressed.form ? pressed : null;
      Object.defineProperty(event, "submitter", { value: submitter });
    },
    true,
  );
}
