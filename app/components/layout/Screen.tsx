import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import { Icon } from "./Icon";
import { Foot } from "./Foot";
import { TabBar } from "./TabBar";

/**
 * A screen outside the Index shell: a bar with the way back and the one h1, the page, and a foot with language and help
 * in the same place everywhere. A sheet comes before the page in the source, so that it is read first without CSS; the
 * page under it is inert.
 */
export function Screen({
  title,
  bar,
  back = "/Index/Home",
  help,
  sheet,
  wideScreen = false,
  languageInForm = false,
  acts = false,
  children,
}: {
  title: string;
  /** The bar's text where the title is too long for it; the h1 then begins the page. */
  bar?: string;
  /** Where the back link leads. */
  back?: string;
  /** The contact form for a question about this page. */
  help?: { href: string; label: string };
  sheet?: ReactNode;
  /** On a desktop the page is as wide as the lists: it has columns. */
  wideScreen?: boolean;
  /** A form of the page has the language button, and no sheet lies over it. */
  languageInForm?: boolean;
  /** The page has a bar of its own at its foot (`<BottomBar>`). */
  acts?: boolean;
  children: ReactNode;
}) {
  const t = useText();
  const under = sheet ? { inert: "" } : {};
  return (
    <>
      <TabBar isWideOnly={acts || Boolean(sheet)} {...under} />
      <header className={wideScreen ? "bar page-wide" : "bar"} {...under}>
        {/* Browsers without style put links on one line: a space separates their words. */}{" "}
        <a className="bar-button" href={back}>
          <Icon name="back" label={t("common.back")} />
        </a>
        {bar === undefined ? <h1 className="bar-title">{title}</h1> : <p className="bar-title">{bar}</p>}
        <a className="bar-button" href={help?.href ?? "/LeavingMessage"}>
          <Icon name="support" label={help?.label ?? t("common.support")} />
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        {sheet}
        <div className={wideScreen ? "page page-wide" : "page"} {...under}>
          {bar === undefined ? null : <h1>{title}</h1>}
          {children}
        </div>
      </main>
      <Foot language={!languageInForm && !sheet} raised={acts} wideScreen={wideScreen} {...under} />
    </>
  );
}
