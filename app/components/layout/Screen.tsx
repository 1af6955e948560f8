import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RootData } from "~/root-data.server";
import { Foot } from "./Foot";
import { Header } from "./Header";

/** The frame of a page. A sheet comes before the page, so that it is read first without CSS. */
export function Screen({
  title,
  hasHead = false,
  back = "/Index/Home",
  help,
  sheet,
  wideScreen = false,
  languageInForm = false,
  acts = false,
  children,
}: {
  title: string;
  hasHead?: boolean;
  back?: string;
  help?: string;
  sheet?: ReactNode;
  wideScreen?: boolean;
  /** True if a form of the page has the language button and no sheet is open. */
  languageInForm?: boolean;
  /** True if the page has its own bottom bar (`<BottomBar>`). */
  acts?: boolean;
  children: ReactNode;
}) {
  const crumb = useRouteLoaderData<RootData>("root")?.crumb;
  const language = !languageInForm && !sheet;
  const under = sheet ? { inert: "" } : {};
  return (
    <>
      <Header back={back} help={help} hasTabs={!acts && !sheet} language={language} {...under} />
      {crumb ? (
        <nav className="column crumb" aria-label={crumb.name} {...under}>
          <a href={crumb.href}>{crumb.label}</a> <span>{`› ${title}`}</span>
        </nav>
      ) : null}
      <main id="main" tabIndex={-1}>
        {sheet}
        <div className={wideScreen ? "page page-wide" : "page"} {...under}>
          {hasHead ? null : <h1>{title}</h1>}
          {children}
        </div>
      </main>
      <Foot language={language} raised={acts} {...under} />
    </>
  );
}
