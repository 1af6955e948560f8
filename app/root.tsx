import { Outlet, useNavigate, useNavigation, useRouteLoaderData } from "@remix-run/react";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { useFocusOnNavigate } from "./components/layout/focus-on-navigate";
import { useDocument } from "./components/layout/document-facts";
import { onNetworkFailure, readOrKeep } from "./components/feedback/network-failure";
import { usePage } from "./components/layout/page-head";
import { useErrorStatus, ErrorPage } from "./components/feedback/ErrorPage";
import { Toast } from "./components/feedback/Toast";
import { useText } from "./i18n/text";
import type { RootData } from "./root-data.server";
import "./styles/all.css";
import { FormToken } from "./components/form/FormToken";

export { loader } from "./root-data.server";

export const clientLoader = readOrKeep("root");

export const shouldRevalidate = onNetworkFailure;

export function Layout({ children }: { children: ReactNode }) {
  useFocusOnNavigate();
  useBackRestore();
  const data = useRouteLoaderData<RootData>("root");
  const isMeasured = data?.webVitals;
  const t = useText();
  const offline = t("errors.network");
  useEffect(() => {
    // This is optional: the page works without it.
    import("./components/layout/after-hydration").then(
      ({ startAfterHydration }) => startAfterHydration(offline, isMeasured),
      () => undefined,
    );
  }, [offline, isMeasured]);
  const { Document = Fragment } = useDocument();
  useTitle();
  return (
    <Document>
      <a className="skip" href="#main">
        {t("common.skip")}
      </a>
      {data?.flash && !data.flash.inSheet ? <Toast flash={data.flash} path={data.path} /> : null}
      {children}
      {data ? <ScriptsOffer token={data.localeToken} path={data.path} /> : null}
    </Document>
  );
}

/** Sets the title. The title that the server wrote may begin with "Error: ". */
function useTitle(): void {
  const { title } = usePage();
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) document.title = title;
    shown.current = title;
  }, [title]);
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage {...useErrorStatus()} />;
}

function ScriptsOffer({ token, path }: { token: string; path: string }) {
  const t = useText();
  const isOff = useDocument().scripts === "switched off";
  // Only the server renders it: in a browser, scripts are obviously on. Under a sheet nobody could press it.
  if (!import.meta.env.SSR || !isOff || path.includes("step=")) return null;
  return (
    <form method="post" action="/Scripts" className="foot" id="scripts">
      <FormToken value={token} />
      <input type="hidden" name="redirectTo" value={path} />
      <div className="column foot-row small wrap">
        <p>{t("Scripts.off")}</p>
        <button type="submit" className="link-button target">
          {t("Scripts.on")}
        </button>
      </div>
    </form>
  );
}

/** Reloads the data of a page that the back/forward cache restores while its form was loading. */
function useBackRestore(): void {
  const waits = useNavigation().state !== "idle";
  const navigate = useNavigate();
  useEffect(() => {
    if (!waits) return;
    const renew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) navigate(location.pathname + location.search, { replace: true });
    };
    addEventListener("pageshow", renew);
    return () => removeEventListener("pageshow", renew);
  }, [waits, navigate]);
}
