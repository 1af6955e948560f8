import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { DocumentProvider } from "./components/document-facts";
import { nameSubmitter } from "./components/submitter-polyfill";
import { LanguageProvider, readerOf, type Shipped } from "./i18n/text";

nameSubmitter();
startTransition(() => {
  const texts = document.getElementById("texts")?.textContent ?? "{}";
  const locale = document.documentElement.lang === "en" ? "en_US" : "el_GR";
  const text = readerOf(JSON.parse(texts) as Shipped);
  // The first render must give the title that the server wrote, or hydration fails and React renders the page again.
  const refused = document.title.startsWith(text("common.errorPrefix"));
  const reference = document.querySelector("[data-reference]")?.getAttribute("data-reference") ?? undefined;
  hydrateRoot(
    document,
    <StrictMode>
      <LanguageProvider value={{ locale, text }}>
        <DocumentProvider value={{ scripts: { texts }, refused, reference }}>
          <RemixBrowser />
        </DocumentProvider>
      </LanguageProvider>
    </StrictMode>,
  );
});
