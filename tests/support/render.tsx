import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { LanguageProvider } from "~/i18n/text";
import { getText } from "~server/texts/text";
import type { Locale } from "~server/i18n/locale";

/** Renders components to HTML in a language. */
export function render(children: ReactNode, locale: Locale = "en_US"): string {
  const language = { locale, text: getText(locale) };
  const router = createMemoryRouter([{ id: "root", path: "/", element: children }]);
  return renderToStaticMarkup(
    <LanguageProvider value={language}>
      <RouterProvider router={router} />
    </LanguageProvider>,
  );
}
